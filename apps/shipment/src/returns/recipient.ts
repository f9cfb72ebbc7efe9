/** Pure: what a recipient may return, and is shown of it. */
import { isDeepStrictEqual } from 'node:util'
import type { ErrorDetail } from '@waybill/contracts/app-error'
import { errorDetail } from '@waybill/contracts/requests/validation'
import type { Shipment } from '@waybill/contracts/shipment'
import type { RecipientReturn, ReturnPage } from '@waybill/contracts/shipments/return-page'
import type { ReturnRules } from '@waybill/contracts/shipments/return-rules'
import type { ReturnedParcel } from '@waybill/contracts/shipments/returns'
import type { Parcel } from '@waybill/contracts/values/parcels/parcel'
import { type LeftParcel, listLeftForRecipient } from './goods.ts'

export const DAY_MS = 86_400_000
/** Requests for one delivery; the merchant makes further returns. */
const MOST_REQUESTS = 10

export interface Returnable {
  shipment: Shipment
  /** Its returns, oldest first. */
  returns: readonly Shipment[]
  rules: ReturnRules
  /** Null: it is not delivered. */
  deliveredAt: Date | null
}

/** Why the rules let the recipient return nothing; null: they do. */
export function findBar(
  { shipment, returns, rules: { fields }, deliveredAt }: Returnable,
  now: Date,
): ReturnPage['bar'] {
  const { enabled, days, countries } = fields
  if (!enabled || shipment.returnTerms || countries?.includes(shipment.dropoffAddress.country) === false)
    return 'not_offered'
  if (shipment.status !== 'delivered' || deliveredAt === null) return 'not_delivered'
  if (now.getTime() > deliveredAt.getTime() + days * DAY_MS) return 'too_late'
  return returns.filter(({ returnTerms }) => returnTerms?.by_recipient).length >= MOST_REQUESTS ? 'too_many' : null
}

/**
 * The returns that the page shows: those that the recipient made, while the merchant offers the page. Labels that it leads to show the
 * recipient's address, and anyone may hold the link.
 */
export const listShown = ({ returns, rules }: Pick<Returnable, 'returns' | 'rules'>): Shipment[] =>
  rules.fields.enabled ? returns.filter(({ returnTerms }) => returnTerms?.by_recipient) : []

/** The page of a recipient. It names no addresses. */
export function returnPage(returnable: Returnable, now: Date): ReturnPage {
  const { shipment, returns, rules } = returnable
  const bar = findBar(returnable, now)
  const goods = bar === null ? listLeftForRecipient(shipment, returns).flatMap(toPlaces) : []
  return {
    environment_id: shipment.environmentId,
    bar: bar ?? (goods.length === 0 ? 'nothing_left' : null),
    goods,
    reasons: bar === null ? [...rules.fields.reasons] : [],
    returns: listShown(returnable).map(({ status, bookingId, returnTerms, createdAt, parcels }) => ({
      status,
      booking_id: bookingId,
      is_approved: bookingId !== null || returnTerms?.decision?.outcome === 'approved',
      refusal: returnTerms?.decision?.outcome === 'refused' ? returnTerms.decision.note : null,
      label: returnTerms?.label ?? 'paper',
      registered_at: createdAt.toISOString(),
      pieces: parcels.reduce((sum, { items }) => sum + (items?.reduce((all, one) => all + one.quantity, 0) ?? 1), 0),
    })),
  }
}

function toPlaces({ parcel, items, elsewhere }: LeftParcel, index: number): ReturnPage['goods'] {
  if (items === null)
    return elsewhere.length > 0 ? [] : [{ parcel: index, item: null, quantity: 1, description: parcel.title ?? null }]
  return items.flatMap((quantity, item) =>
    quantity === 0 ? [] : [{ parcel: index, item, quantity, description: parcel.items?.[item]?.description ?? null }],
  )
}

/** Whether a return that the page did not show yet is this one, such as by a second click. */
export function isMade(returnable: Returnable, choice: RecipientReturn): boolean {
  const goods = takeGoods(returnable.shipment.parcels, choice.goods)
  return listShown(returnable)
    .slice(choice.known_returns)
    .some(({ returnTerms }) => isDeepStrictEqual(returnTerms?.goods, goods))
}

/** The places by the parcels that they are in. */
function takeGoods(parcels: readonly Parcel[], goods: RecipientReturn['goods']): ReturnedParcel[] {
  const byParcel = Map.groupBy(goods, ({ parcel }) => parcel)
  return parcels.flatMap(({ parcelId, items }, index): ReturnedParcel[] => {
    const places = byParcel.get(index)
    if (places === undefined) return []
    const chosen = places.flatMap(({ item, quantity, reason }) =>
      item === null ? [] : [{ index: item, quantity, ...(reason !== null && { reason }) }],
    )
    if (items) return [{ parcel_id: parcelId, items: chosen.toSorted((one, other) => one.index - other.index) }]
    const reason = places[0]?.reason ?? null
    return [{ parcel_id: parcelId, items: null, ...(reason !== null && { reason }) }]
  })
}

/** The goods that a recipient has chosen, and what is wrong with them. */
export function chosenGoods(
  { shipment, returns, rules }: Returnable,
  { goods }: RecipientReturn,
): { goods: ReturnedParcel[]; problems: ErrorDetail[] } {
  const left = listLeftForRecipient(shipment, returns)
  const { reasons } = rules.fields
  const problems = goods.flatMap(({ parcel, item, quantity, reason }, index) => {
    const found = left[parcel]
    const available = found && toPlaces(found, parcel).find((place) => place.item === item)
    const isRepeated = goods.findIndex((one) => one.parcel === parcel && one.item === item) !== index
    if (available === undefined || isRepeated)
      return [errorDetail(['goods', index], 'not_allowed', 'is not among the goods that can come back')]
    const tooMany = errorDetail(['goods', index, 'quantity'], 'too_large', `must be at most ${available.quantity}`)
    const isReason = reasons.length === 0 ? reason === null : reasons.some(({ code }) => code === reason)
    return [
      ...(quantity > available.quantity ? [tooMany] : []),
      ...(isReason ? [] : [errorDetail(['goods', index, 'reason'], 'required', 'must be one of the reasons')]),
    ]
  })
  if (goods.length === 0) problems.push(errorDetail(['goods'], 'required', 'must name what comes back'))
  return { problems, goods: takeGoods(shipment.parcels, goods) }
}
