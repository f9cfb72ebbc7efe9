/** Use cases of pickups. Each takes the transaction; none opens one or calls a carrier. */
import type { PickupJob } from '@waybill/carriers/carrier-adapter'
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import type { CreatePickup } from '@waybill/contracts/bookings/pickup'
import { newId } from '@waybill/contracts/ids'
import { errorDetail, validationError } from '@waybill/contracts/requests/validation'
import type { Address } from '@waybill/contracts/values/address'
import { toMoney } from '@waybill/contracts/values/money'
import { accountRefusal } from '../../accounts/account-access.ts'
import type { BookingRecord } from '../../bookings/booking.ts'
import { listBookingsById } from '../../bookings/repository.ts'
import type { Db, Trx } from '../../db.ts'
import type { Dependencies } from '../../dependencies.ts'
import {
  instructionsProblems,
  otherPlaceRefusal,
  type Pickup,
  type PickupKey,
  placeProblems,
  withCancellation,
} from './pickup.ts'
import { findPickup, insertPickup, lockPickup, noteCancellation, storePickup } from './repository.ts'

type Owner = Pick<Pickup, 'environmentId' | 'merchantId' | 'livemode' | 'requestId'>
type PickupDependencies = Pick<Dependencies, 'carriers' | 'openSecret' | 'log' | 'metrics'>

const HOUR_MS = 3_600_000
const LONGEST_WINDOW_MS = 12 * HOUR_MS
const MOST_DAYS_AHEAD = 30
/** Statuses of parcels that have not left yet. */
const WAITING: readonly string[] = ['assigned', 'reassigning', 'en_route_to_pickup', 'arrived_at_pickup']

/** `address`: where the first booking is collected; null: it is not asked for, or not known, as of a booking that does not exist. */
export async function createPickup(
  trx: Trx,
  dependencies: PickupDependencies,
  owner: Owner,
  { document, address, now }: { document: CreatePickup; address: Address | null; now: Date },
): Promise<Pickup> {
  const { environmentId } = owner
  const found = new Map(
    (await listBookingsById(trx, environmentId, document.booking_ids)).map((booking) => [booking.bookingId, booking]),
  )
  const bookings = document.booking_ids.map((bookingId) => found.get(bookingId))
  const [first] = bookings
  const descriptor = first && dependencies.carriers.get(first.carrierCode)?.descriptor
  const wrong = [
    ...windowProblems(document, now),
    ...bookingProblems(bookings, descriptor, document),
    ...placeProblems(document.address, address, descriptor),
    ...instructionsProblems(document.instructions, descriptor),
  ]
  if (wrong.length > 0) throw validationError(wrong)
  const support = descriptor?.pickups
  const place = document.address ?? address
  if (!first || !descriptor || !support || !place) throw new Error('a pickup has a carrier and a place')
  const refusal = await accountRefusal(trx, dependencies, descriptor, { environmentId, option: first.quoteOption })
  if (refusal !== null) throw refusal
  const pickup: Pickup = {
    ...owner,
    pickupId: newId('pku'),
    carrierCode: first.carrierCode,
    carrierAccountId: first.carrierAccountId,
    status: 'requested',
    step: support.drafts ? 'prepare' : 'schedule',
    windowFrom: document.window_from,
    windowTo: document.window_to,
    address: place,
    instructions: document.instructions,
    jobs: bookings.flatMap((booking) => (booking ? toJob(booking) : [])),
    bookingIds: document.booking_ids,
    maxPrice: document.max_price && toMoney(document.max_price.amount, document.max_price.currency),
    draftId: null,
    carrierPickupId: null,
    confirmation: null,
    price: null,
    inDoubt: false,
    sentAt: null,
    notFoundSeen: 0,
    error: null,
    cancelRequestedAt: null,
    scheduledAt: null,
    cancelledAt: null,
    version: 1,
    createdAt: now,
    updatedAt: now,
  }
  const taken = await insertPickup(trx, pickup)
  if (taken.length === 0) return pickup
  throw validationError(
    taken.map((bookingId) =>
      errorDetail(
        ['booking_ids', document.booking_ids.indexOf(bookingId)],
        'not_allowed',
        'is in another pickup that is requested or scheduled. Cancel that one first',
      ),
    ),
  )
}

function windowProblems({ window_from: from, window_to: to }: CreatePickup, now: Date): ErrorDetail[] {
  const [fromMs, toMs] = [from.getTime(), to.getTime()]
  if (toMs <= fromMs) return [errorDetail(['window_to'], 'invalid_value', 'must be after window_from')]
  if (toMs - fromMs > LONGEST_WINDOW_MS)
    return [errorDetail(['window_to'], 'invalid_value', 'must be at most 12 hours after window_from')]
  if (toMs <= now.getTime()) return [errorDetail(['window_to'], 'invalid_value', 'must be in the future')]
  if (fromMs > now.getTime() + MOST_DAYS_AHEAD * 24 * HOUR_MS)
    return [errorDetail(['window_from'], 'invalid_value', `must be within ${MOST_DAYS_AHEAD} days`)]
  return []
}

function bookingProblems(
  bookings: readonly (BookingRecord | undefined)[],
  descriptor: CarrierDescriptor | undefined,
  { booking_ids: ids, address }: CreatePickup,
): ErrorDetail[] {
  const [first] = bookings
  const problem = (index: number, message: string) => errorDetail(['booking_ids', index], 'invalid_value', message)
  const most = descriptor?.pickups?.mostJobs ?? Number.POSITIVE_INFINITY
  const wrong = bookings.flatMap((booking, index) => {
    if (!booking) return [problem(index, `must be a booking of this environment, and ${ids[index]} is none`)]
    if (booking.carrierJobId === null || booking.pickedUp || !WAITING.includes(booking.status))
      return [problem(index, `must be booked and not collected yet, and is ${booking.status}`)]
    if (first && booking.carrierAccountId !== first.carrierAccountId)
      return [problem(index, 'must be of the same carrier account as the first one')]
    if (first && readVendorCarrier(booking) !== readVendorCarrier(first))
      return [problem(index, `must be of the same carrier as the first one, ${readVendorCarrier(first)}`)]
    const isElsewhere = booking.shipment.pickup_address.location_id !== first?.shipment.pickup_address.location_id
    const refusal = isElsewhere ? otherPlaceRefusal(address, descriptor) : null
    if (refusal !== null) return [problem(index, refusal)]
    return index < most ? [] : [problem(index, `is one too many: ${descriptor?.name} collects ${most} at a time`)]
  })
  if (!first || descriptor?.pickups) return wrong
  const message = `is of carrier ${first.carrierCode}, with which Waybill schedules no pickups: its courier comes by itself, or call the carrier`
  return [problem(0, message), ...wrong.filter(({ pointer }) => pointer !== '/booking_ids/0')]
}

/** The carrier behind an aggregator, such as `usps`; null: the carrier has no others behind it. */
function readVendorCarrier({ quoteOption: { serviceCode } }: BookingRecord): string | null {
  const [carrier = '', service] = serviceCode.split('.', 2)
  return service === undefined ? null : carrier
}

function toJob({ carrierJobId, trackingNumber, quoteOption, shipment }: BookingRecord): PickupJob[] {
  if (carrierJobId === null) return []
  const grams = shipment.parcels.map(({ weight_kg }) => Math.round(Number(weight_kg) * 1_000))
  return [
    {
      carrierJobId,
      trackingNumber,
      serviceCode: quoteOption.serviceCode,
      country: shipment.dropoff_address.country,
      parcels: grams.length,
      weightGrams: grams.reduce((sum, weight) => sum + weight, 0),
      heaviestGrams: Math.max(...grams),
    },
  ]
}

/** Throws `pickup_not_found`. */
export const getPickup = async (db: Db | Trx, key: PickupKey): Promise<Pickup> =>
  (await findPickup(db, key)) ?? notFound(key)

/** Notes that the pickup is to be cancelled; at once if its carrier was not asked yet. Throws `pickup_not_cancellable`. */
export async function cancelPickup(
  trx: Trx,
  { carriers }: Pick<Dependencies, 'carriers'>,
  key: PickupKey,
  now: Date,
): Promise<Pickup> {
  const pickup = (await lockPickup(trx, key)) ?? notFound(key)
  const cancels = carriers.get(pickup.carrierCode)?.descriptor.pickups?.cancels ?? false
  const changed = withCancellation(pickup, cancels, now)
  if (changed === pickup) return pickup
  // A call under way keeps its lease: what comes of it decides.
  if (changed.status === 'requested') return await noteCancellation(trx, changed)
  return await storePickup(trx, changed, { pauseMs: 0, isNewStep: true, isSeen: true })
}

function notFound({ pickupId }: PickupKey): never {
  throw new AppError('pickup_not_found', `Pickup ${pickupId} does not exist in this environment.`)
}
