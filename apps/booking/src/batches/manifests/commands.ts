/** Use cases of manifests. Each takes the transaction; none opens one or calls a carrier. */
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import type { CreateManifest, LeftOut } from '@waybill/contracts/bookings/manifest'
import { newId } from '@waybill/contracts/ids'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Address } from '@waybill/contracts/values/address'
import { accountRefusal } from '../../accounts/account-access.ts'
import { findBooking } from '../../bookings/repository.ts'
import type { Db, Trx } from '../../db.ts'
import type { Dependencies } from '../../dependencies.ts'
import { listLabels } from './document-repository.ts'
import { type Label, leftOut, placeKey, type SortedLabels, sortLabels } from './labels.ts'
import type { Manifest, ManifestKey } from './manifest.ts'
import { findManifest, insertManifest, takeBookings } from './repository.ts'

type Owner = Pick<Manifest, 'environmentId' | 'merchantId' | 'livemode' | 'requestId'>
type ManifestDependencies = Pick<Dependencies, 'carriers' | 'openSecret' | 'log' | 'metrics'>

/** The most labels of a manifest, unless its carrier takes fewer. */
const MOST_JOBS = 500

/** The labels that a manifest closes. */
interface ManifestPlan extends SortedLabels {
  /** The first one: the manifest has its day and its place. */
  first: Label
}

/** The labels that a manifest would close now. Throws if there are none. `place` and `shipDate` of an earlier plan stay. */
export async function planManifest(
  db: Db | Trx,
  { carriers }: Pick<Dependencies, 'carriers'>,
  environmentId: string,
  {
    document,
    now,
    earlier = null,
  }: { document: CreateManifest; now: Date; earlier?: Pick<SortedLabels, 'place' | 'shipDate'> | null },
): Promise<ManifestPlan> {
  const { booking_ids: bookingIds, location_id } = document
  const today = now.toISOString().slice(0, 10)
  const day = earlier?.shipDate ?? document.ship_date ?? today
  const filters = { carrierAccountId: document.carrier_account_id, bookingIds, day, locationId: location_id }
  const labels = await listLabels(db, environmentId, filters)
  const unknown = bookingIds?.filter((id) => !labels.some(({ bookingId }) => bookingId === id)) ?? []
  if (unknown.length > 0 && bookingIds)
    throw validationError(
      unknown.map((id) => ofBooking(bookingIds, id, `must be a booking of this environment, and ${id} is none`)),
    )
  const carrierAccountId = document.carrier_account_id ?? labels[0]?.carrierAccountId ?? ''
  const code = labels.find((label) => label.carrierAccountId === carrierAccountId)?.carrierCode ?? ''
  const support = carriers.get(code)?.descriptor.manifests
  const sorted = sortLabels(labels, {
    carrierAccountId,
    shipDate: earlier?.shipDate ?? document.ship_date ?? (bookingIds === null ? today : null),
    place: earlier?.place ?? location_id,
    makesManifests: support !== undefined,
    most: support?.mostJobs ?? MOST_JOBS,
  })
  const [first] = sorted.included
  if (!first) throw nothingToClose(document, sorted.leftOut)
  return { ...sorted, first, place: sorted.place ?? placeKey(first.pickup) }
}

const ofBooking = (ids: readonly string[], id: string, message: string): ErrorDetail =>
  errorDetail(['booking_ids', ids.indexOf(id)], 'invalid_value', message)

function nothingToClose({ booking_ids: ids, carrier_account_id }: CreateManifest, out: readonly LeftOut[]): AppError {
  if (ids !== null)
    return validationError(
      out.map(({ booking_id, message }) => ofBooking(ids, booking_id, `${booking_id}: ${message}`)),
    )
  const [first] = out
  const why = first ? ` ${out.length} are left out: booking ${first.booking_id} ${first.message}.` : ''
  return new AppError('manifest_empty', `No label of carrier account ${carrier_account_id} is open on that day.${why}`)
}

/** `plan`: an earlier one, whose day and place stay; `address`: where its first label is collected. Null: there was nothing to close. */
export async function createManifest(
  trx: Trx,
  dependencies: ManifestDependencies,
  owner: Owner,
  given: { document: CreateManifest; plan: ManifestPlan | null; address: Address | null; now: Date },
): Promise<Manifest> {
  const { document, address, now } = given
  const { environmentId } = owner
  const key = { environmentId, manifestId: newId('mnf') }
  const plan = await planManifest(trx, dependencies, environmentId, { document, now, earlier: given.plan })
  if (address === null)
    throw new AppError('service_unavailable', 'Labels were booked in between. Retry.', { retryAfterSeconds: 1 })
  const taken = await takeBookings(
    trx,
    key,
    plan.included.map(({ bookingId }) => bookingId),
  )
  const included = plan.included.filter(({ bookingId }) => !taken.includes(bookingId))
  const late = plan.included
    .filter((label) => !included.includes(label))
    .map((label) => leftOut(label, 'in_manifest', plan))
  const [first] = included
  if (!first) throw nothingToClose(document, [...late, ...plan.leftOut])
  await assertAccount(trx, dependencies, environmentId, first)
  const manifest: Manifest = {
    ...owner,
    ...key,
    carrierCode: first.carrierCode,
    carrierAccountId: first.carrierAccountId,
    status: 'creating',
    step: 'file',
    shipDate: first.collectionDate,
    address,
    jobs: included.map(({ bookingId, carrierJobId, trackingNumber }) => ({
      bookingId,
      carrierJobId: carrierJobId ?? '',
      trackingNumber,
    })),
    leftOut: [...late, ...plan.leftOut],
    carrierManifestId: null,
    number: null,
    inDoubt: false,
    sentAt: null,
    notFoundSeen: 0,
    error: null,
    completedAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
    hasDocument: false,
  }
  await insertManifest(trx, manifest)
  return manifest
}

/** Holds the account, so that its deletion sees the manifest. Throws if it cannot be used. */
async function assertAccount(
  trx: Trx,
  dependencies: ManifestDependencies,
  environmentId: string,
  { bookingId, carrierCode }: Label,
): Promise<void> {
  const booking = await findBooking(trx, environmentId, bookingId)
  const descriptor = dependencies.carriers.get(carrierCode)?.descriptor
  if (!booking || !descriptor) throw new Error(`booking ${bookingId} of a manifest has a carrier`)
  const refusal = await accountRefusal(trx, dependencies, descriptor, { environmentId, option: booking.quoteOption })
  if (refusal !== null) throw refusal
}

/** Throws `manifest_not_found`. */
export async function getManifest(db: Db | Trx, key: ManifestKey): Promise<Manifest> {
  const manifest = await findManifest(db, key)
  if (manifest) return manifest
  throw new AppError('manifest_not_found', `Manifest ${key.manifestId} does not exist in this environment.`)
}

/** Labels of an account and a place: what a manifest would close, and what not. */
interface LabelGroup extends SortedLabels {
  first: Label
  makesManifests: boolean
}

/** The labels by account and place, in their order. */
export function groupLabels(
  labels: readonly Label[],
  shipDate: string,
  carriers: Dependencies['carriers'],
): LabelGroup[] {
  const groups = Map.groupBy(labels, ({ carrierAccountId, carriedBy, pickup }) =>
    [carrierAccountId, carriedBy, placeKey(pickup)].join('\n'),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    const { carrierAccountId, carrierCode, pickup } = first
    const support = carriers.get(carrierCode)?.descriptor.manifests
    const makesManifests = support !== undefined
    const most = support?.mostJobs ?? MOST_JOBS
    const asked = { carrierAccountId, shipDate, place: placeKey(pickup), makesManifests, most }
    return [{ ...sortLabels(group, asked), first, makesManifests }]
  })
}
