/** Pure: which labels a manifest takes, and why it leaves the others out. */
import type { BookingStatus } from '@waybill/contracts/booking'
import type { LeftOut, LeftOutCode } from '@waybill/contracts/bookings/manifest'
import type { PublicAddress } from '@waybill/contracts/values/address'

/** A booking, as far as a manifest needs. */
export interface Label {
  bookingId: string
  shipmentId: string
  status: BookingStatus
  carrierCode: string
  carrierAccountId: string
  /** The carrier behind an aggregator, such as `usps`: a manifest is of one. Null: the account is of one carrier. */
  carriedBy: string | null
  carrierJobId: string | null
  trackingNumber: string | null
  hasLabel: boolean
  /** YYYY-MM-DD. */
  collectionDate: string
  /** Where it is collected; null: erased. */
  pickup: PublicAddress | null
  /** The manifest that has it; null: none. */
  manifestId: string | null
}

interface Asked {
  carrierAccountId: string
  /** YYYY-MM-DD; null: that of the first label. */
  shipDate: string | null
  /** As `placeKey` names it; null: that of the first label. */
  place: string | null
  /** False: the carrier makes none. */
  makesManifests: boolean
  /** The most labels of one manifest. */
  most: number
}

export interface SortedLabels {
  shipDate: string | null
  place: string | null
  included: Label[]
  leftOut: LeftOut[]
}

/** Equal for addresses of the same place. */
export function placeKey(pickup: PublicAddress | null): string {
  if (pickup === null) return ''
  const { location_id, address_line_1, post_code, city, country } = pickup
  return location_id ?? [address_line_1, post_code, city, country].join('\n').toLowerCase()
}

/** The labels in their order: those that the manifest takes, and the others. */
export function sortLabels(labels: readonly Label[], asked: Asked): SortedLabels {
  const sorted: SortedLabels = { shipDate: asked.shipDate, place: asked.place, included: [], leftOut: [] }
  for (const label of labels) {
    const code = unfitCode(label, asked) ?? elsewhereCode(label, sorted, asked)
    if (code !== null) {
      sorted.leftOut.push(leftOut(label, code, sorted))
      continue
    }
    sorted.shipDate ??= label.collectionDate
    sorted.place ??= placeKey(label.pickup)
    sorted.included.push(label)
  }
  return sorted
}

/** Why no manifest of the account has the label. */
function unfitCode(label: Label, { carrierAccountId, makesManifests }: Asked): LeftOutCode | null {
  if (label.carrierAccountId !== carrierAccountId) return 'other_account'
  if (label.manifestId !== null) return 'in_manifest'
  if (label.status === 'cancelled') return 'cancelled'
  if (label.carrierJobId === null) return 'not_booked'
  if (['delivered', 'returned', 'failed'].includes(label.status)) return 'ended'
  if (!makesManifests) return 'no_manifests'
  return label.hasLabel ? null : 'no_label'
}

function elsewhereCode(label: Label, { shipDate, place, included }: SortedLabels, { most }: Asked): LeftOutCode | null {
  const [first] = included
  if (first && label.carriedBy !== first.carriedBy) return 'other_carrier'
  if (shipDate !== null && label.collectionDate !== shipDate) return 'other_day'
  if (place !== null && placeKey(label.pickup) !== place) return 'other_place'
  return included.length < most ? null : 'too_many'
}

/** A label that a manifest leaves out. */
export function leftOut(label: Label, code: LeftOutCode, { shipDate }: Pick<SortedLabels, 'shipDate'>): LeftOut {
  const messages: Record<LeftOutCode, string> = {
    no_manifests: `carrier ${label.carrierCode} needs no manifest, or makes none for Waybill`,
    other_account: `is of carrier account ${label.carrierAccountId}`,
    other_carrier: `is of carrier ${label.carriedBy}`,
    in_manifest: `is in manifest ${label.manifestId ?? 'of another request'}`,
    not_booked: `no carrier has taken it: it is ${label.status}`,
    cancelled: 'is cancelled, so that its label is not valid',
    ended: `is ${label.status}`,
    no_label: 'has no label',
    other_day: `is collected on ${label.collectionDate}, not on ${shipDate}`,
    other_place: 'is collected at another place',
    too_many: 'is one too many: close the rest in another manifest',
    refused: 'the carrier did not take it',
  }
  return { booking_id: label.bookingId, code, message: messages[code] }
}
