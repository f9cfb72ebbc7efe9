/** Pure: a pickup, and what an answer of its carrier makes of it. */
import type { CarrierFailure, CarrierPickup, PickupJob, ReadPickupOutcome } from '@waybill/carriers/carrier-adapter'
import type { CarrierDescriptor, PickupSupport } from '@waybill/carriers/carrier-descriptor'
import { AppError, type ErrorDetail } from '@waybill/contracts/app-error'
import type { PickupStatus } from '@waybill/contracts/bookings/pickup'
import { errorDetail } from '@waybill/contracts/requests/validation'
import type { Address } from '@waybill/contracts/values/address'
import { type Money, moneyText } from '@waybill/contracts/values/money'
import { carrierFault, storedError } from '../../operations/errors.ts'
import type { ItemError } from '../item.ts'

export interface PickupKey {
  environmentId: string
  pickupId: string
}

/** `prepare`: make a draft. `schedule`: schedule it, or find out whether it is scheduled. `follow`: read what becomes of it. `cancel`: cancel it. */
export type PickupStep = 'prepare' | 'schedule' | 'follow' | 'cancel'

export interface Pickup extends PickupKey {
  merchantId: string
  livemode: boolean
  requestId: string
  carrierCode: string
  carrierAccountId: string
  status: PickupStatus
  /** The next question to the carrier; null: none. */
  step: PickupStep | null
  windowFrom: Date
  windowTo: Date
  /** Null: erased. */
  address: Address | null
  instructions: string | null
  jobs: PickupJob[]
  bookingIds: string[]
  maxPrice: Money | null
  draftId: string | null
  carrierPickupId: string | null
  confirmation: string | null
  price: Money | null
  /** The carrier may have scheduled it. True from before the first call until its outcome is stored. */
  inDoubt: boolean
  sentAt: Date | null
  notFoundSeen: number
  error: ItemError | null
  cancelRequestedAt: Date | null
  scheduledAt: Date | null
  cancelledAt: Date | null
  version: number
  createdAt: Date
  updatedAt: Date
}

/** A pickup that a process works on, until its lease ends. `wasInDoubt`: an earlier call may have scheduled it. */
export interface HeldPickup extends Pickup {
  leaseId: string
  attempts: number
  wasInDoubt: boolean
}

/** The outcome of a step. `later`: nothing is decided. `doubt`: the call may have scheduled the pickup. */
export type StepResult =
  | { kind: 'drafted'; draftId: string; price: Money | null }
  | { kind: 'scheduled'; pickup: CarrierPickup }
  | { kind: 'not_found' }
  | Extract<ReadPickupOutcome, { kind: 'pickup' }>
  | { kind: 'cancelled' }
  | { kind: 'refused'; failure: CarrierFailure }
  | { kind: 'later'; failure: CarrierFailure; doubt: boolean }

/** The next state, and for how long its next step waits at least, in ms; null: as after a failure. */
interface Next {
  pickup: Pickup
  waitMs: number | null
}

interface Judged {
  wasInDoubt: boolean
  support: PickupSupport
  now: Date
}

export function afterStep(pickup: Pickup, result: StepResult, judged: Judged): Next {
  if (pickup.step === 'cancel') return followed(afterCancel(pickup, result, judged.now), judged)
  if (pickup.step === 'follow') return followed(afterReport(pickup, result, judged.now), judged)
  switch (result.kind) {
    case 'drafted':
      return { pickup: afterDraft(pickup, result, judged.now), waitMs: 0 }
    case 'scheduled':
      return followed(scheduled(pickup, result.pickup, judged.now), judged)
    case 'not_found':
      return afterNotFound(pickup, judged)
    case 'refused':
      return { pickup: afterRefusal(pickup, result.failure, judged), waitMs: null }
    case 'later':
      return { pickup: afterFailure(pickup, result, judged), waitMs: result.failure.retryAfterMs }
    case 'cancelled':
    case 'pickup':
      throw new TypeError(`a pickup that is to be scheduled is ${result.kind}`)
  }
}

function afterDraft(pickup: Pickup, { draftId, price }: { draftId: string; price: Money | null }, now: Date): Pickup {
  if (pickup.cancelRequestedAt !== null) return cancelled(pickup, now)
  const { maxPrice } = pickup
  if (maxPrice !== null && price !== null && isHigher(price, maxPrice)) {
    const asked = `${moneyText(price)} ${price.currency}`
    const message = `Carrier ${pickup.carrierCode} asks ${asked} for the pickup, and max_price is ${moneyText(maxPrice)} ${maxPrice.currency}. Nothing was scheduled.`
    return failed({ ...pickup, price }, new AppError('pickup_too_expensive', message))
  }
  return { ...pickup, draftId, price, step: 'schedule' }
}

const isHigher = (price: Money, most: Money): boolean =>
  price.currency !== most.currency || Number(moneyText(price)) > Number(moneyText(most))

const scheduled = (pickup: Pickup, { carrierPickupId, confirmation, price }: CarrierPickup, now: Date): Pickup => ({
  ...pickup,
  status: 'scheduled',
  step: pickup.cancelRequestedAt === null ? null : 'cancel',
  carrierPickupId,
  confirmation,
  price: price ?? pickup.price,
  inDoubt: false,
  error: null,
  scheduledAt: now,
})

/** Twice, and long enough after it was sent: the carrier does not have it. */
function afterNotFound(pickup: Pickup, { support: { recovery }, now }: Judged): Next {
  const settleMs = recovery.kind === 'find' ? recovery.settleMs : 0
  const notFoundSeen = pickup.notFoundSeen + 1
  const leftMs = (pickup.sentAt?.getTime() ?? 0) + settleMs - now.getTime()
  if (leftMs > 0) return { pickup: { ...pickup, notFoundSeen: 0 }, waitMs: leftMs }
  if (notFoundSeen < 2) return { pickup: { ...pickup, notFoundSeen }, waitMs: 0 }
  const free = { ...pickup, notFoundSeen: 0, inDoubt: false, sentAt: null }
  if (pickup.cancelRequestedAt !== null) return { pickup: cancelled(free, now), waitMs: null }
  if (isOver(pickup, now)) return { pickup: failed(free, unreachable(pickup)), waitMs: null }
  return { pickup: free, waitMs: 0 }
}

/** A refusal of a repeat says nothing about the first call, unless the carrier was asked for it before. */
function afterRefusal(pickup: Pickup, failure: CarrierFailure, { wasInDoubt, support, now }: Judged): Pickup {
  if (wasInDoubt && support.recovery.kind === 'repeat' && pickup.step === 'schedule') return unknown(pickup, failure)
  if (pickup.cancelRequestedAt !== null) return cancelled(pickup, now)
  const carrier = carrierFault(failure)
  return failed(
    pickup,
    new AppError('carrier_refused', `Carrier ${pickup.carrierCode} refused the pickup.`, { carrier }),
  )
}

function afterFailure(pickup: Pickup, { failure, doubt }: { failure: CarrierFailure; doubt: boolean }, judged: Judged) {
  const inDoubt = doubt || (judged.wasInDoubt && pickup.step === 'schedule')
  const left = { ...pickup, inDoubt, sentAt: inDoubt ? pickup.sentAt : null, notFoundSeen: 0 }
  if (!inDoubt && pickup.cancelRequestedAt !== null) return cancelled(left, judged.now)
  const isLost = inDoubt && judged.support.recovery.kind === 'none'
  if (failure.retryable && !isLost && !isOver(pickup, judged.now)) return left
  return inDoubt ? unknown(left, failure) : failed(left, unreachable(pickup, failure))
}

function afterCancel(pickup: Pickup, result: StepResult, now: Date): Pickup {
  if (result.kind === 'cancelled') return cancelled(pickup, now)
  if (result.kind !== 'refused' && result.kind !== 'later') throw new TypeError(`a cancellation is ${result.kind}`)
  const { failure } = result
  if (result.kind === 'later' && failure.retryable && !isOver(pickup, now)) return pickup
  const why = result.kind === 'refused' ? 'has not cancelled' : 'has not answered, and may come for'
  const message = `Carrier ${pickup.carrierCode} ${why} pickup ${pickup.confirmation ?? pickup.pickupId}. Call it to cancel.`
  const code = result.kind === 'refused' ? 'cancellation_refused' : 'carrier_timeout'
  const error = toError(pickup, new AppError(code, message, { carrier: carrierFault(failure) }))
  return { ...pickup, step: null, cancelRequestedAt: null, error }
}

/** The carrier's reports about a pickup that is to take place. */
function afterReport(pickup: Pickup, result: StepResult, now: Date): Pickup {
  const left = { ...pickup, step: null }
  if (result.kind !== 'pickup' || result.report === null) return left
  if (result.report === 'changed') return { ...left, status: 'changed' }
  const { carrierCode } = pickup
  const words = result.said === null ? '' : ` (${result.said})`
  const message =
    result.report === 'missed'
      ? `Carrier ${carrierCode} reports that it has not collected the parcels${words}. Request another pickup.`
      : `Carrier ${carrierCode} reports that the pickup is cancelled${words}. Nobody cancelled it here.`
  const error = toError(pickup, new AppError('carrier_refused', message))
  return result.report === 'missed' ? { ...left, status: 'missed', error } : { ...cancelled(left, now), error }
}

const HOUR_MS = 3_600_000
/** Reports are read from so long before the window until so long after it. */
const [BEFORE_MS, AFTER_MS] = [12 * HOUR_MS, 6 * HOUR_MS]

/** A pickup that is to take place is followed, if its carrier reports, and until it is erased. Without a report it stays as it is. */
function followed(pickup: Pickup, { support, now }: Judged): Next {
  const isLive = pickup.step === null && (pickup.status === 'scheduled' || pickup.status === 'changed')
  if (!isLive || pickup.address === null || !support.reports || now.getTime() > pickup.windowTo.getTime() + AFTER_MS)
    return { pickup, waitMs: null }
  const next = Math.max(now.getTime() + HOUR_MS, pickup.windowFrom.getTime() - BEFORE_MS)
  return { pickup: { ...pickup, step: 'follow' }, waitMs: next - now.getTime() }
}

const isOver = ({ windowTo }: Pickup, now: Date): boolean => now > windowTo

const cancelled = (pickup: Pickup, now: Date): Pickup => ({
  ...pickup,
  status: 'cancelled',
  step: null,
  inDoubt: false,
  error: null,
  cancelledAt: now,
})

const failed = (pickup: Pickup, error: AppError): Pickup => ({
  ...pickup,
  status: 'failed',
  step: null,
  error: toError(pickup, error),
})

const toError = ({ requestId }: Pickup, error: AppError): ItemError => ({ ...storedError(error), requestId })

/** The end of a pickup whose answer was lost and cannot be learned. Its bookings are free: the merchant asks the carrier. */
function unknown(pickup: Pickup, failure: CarrierFailure): Pickup {
  const { carrierCode, pickupId } = pickup
  const message = `Whether carrier ${carrierCode} comes is not known: an answer was lost. Ask the carrier about pickup ${pickupId} before you request another.`
  const error = new AppError('carrier_timeout', message, { carrier: carrierFault(failure) })
  return { ...failed(pickup, error), status: 'unknown' }
}

const unreachable = ({ carrierCode }: Pickup, failure?: CarrierFailure): AppError =>
  new AppError('carrier_unavailable', `Carrier ${carrierCode} could not be asked. Nothing was scheduled.`, {
    carrier: failure ? carrierFault(failure) : null,
  })

/**
 * The pickup after a merchant's request to cancel it; the same one if it is cancelled already. Throws `pickup_not_cancellable`.
 */
export function withCancellation(pickup: Pickup, cancels: boolean, now: Date): Pickup {
  const { status, step, inDoubt, cancelRequestedAt, carrierCode, pickupId, confirmation } = pickup
  if (status === 'cancelled' || (cancelRequestedAt !== null && step !== null)) return pickup
  if (status === 'failed' || status === 'missed')
    throw new AppError('pickup_not_cancellable', `Pickup ${pickupId} is ${status}. Nothing is left to cancel.`)
  if (status === 'unknown') {
    const message = `Whether carrier ${carrierCode} comes for pickup ${pickupId} is not known, so that nothing can be cancelled. Ask the carrier.`
    throw new AppError('pickup_not_cancellable', message)
  }
  if (status === 'requested' && !inDoubt) return cancelled({ ...pickup, cancelRequestedAt: now }, now)
  if (!cancels) {
    const message = `Pickups of carrier ${carrierCode} cannot be cancelled through its API. Call the carrier${confirmation === null ? '' : ` with the number ${confirmation}`}.`
    throw new AppError('pickup_not_cancellable', message)
  }
  return { ...pickup, cancelRequestedAt: now, error: null, step: status === 'requested' ? step : 'cancel' }
}

/** Instructions that the carrier does not take whole. */
export function instructionsProblems(
  instructions: string | null,
  descriptor: Pick<CarrierDescriptor, 'name' | 'pickups'> | undefined,
): ErrorDetail[] {
  const most = descriptor?.pickups?.instructions
  if (instructions === null || most === undefined || instructions.length <= most) return []
  const message = `has ${instructions.length} characters, and ${descriptor?.name} takes at most ${most}`
  return [errorDetail(['instructions'], 'too_long', message)]
}

/** Why a booking from another place than the first one's is not collected with it; null: it is. */
export function otherPlaceRefusal(
  given: Address | null,
  descriptor: Pick<CarrierDescriptor, 'pickups'> | undefined,
): string | null {
  if (descriptor?.pickups?.atLabels) return 'is collected elsewhere than the first one: send it alone'
  return given ? null : 'is collected elsewhere than the first one: send it alone, or an address'
}

/** Fields of the place of an address. */
const PLACE = ['address_line_1', 'address_line_2', 'town', 'city', 'province', 'post_code', 'country'] as const

/** An address elsewhere than the labels say, at a carrier that comes there. */
export function placeProblems(
  given: Address | null,
  onLabels: Address | null,
  descriptor: Pick<CarrierDescriptor, 'name' | 'pickups'> | undefined,
): ErrorDetail[] {
  if (given === null || onLabels === null || !descriptor?.pickups?.atLabels) return []
  return PLACE.filter((field) => placeName(given[field]) !== placeName(onLabels[field])).map((field) => {
    const message = `must be as on the labels, ${onLabels[field] ?? 'null'}: ${descriptor.name} collects there`
    return errorDetail(['address', field], 'not_allowed', message)
  })
}

/** As it is compared: without case and outer spaces, and nothing is the same as no text. */
const placeName = (value: string | null | undefined): string => value?.trim().toLowerCase() ?? ''
