/** Changes of a booked job by its caller. Deterministic: the time comes in as data. */
import { isDeepStrictEqual } from 'node:util'
import type { CarrierService } from '@waybill/carriers/carrier-descriptor'
import { promiseDelivery, tooLate } from '../pricing/delivery-window.ts'
import { calculatePrice, findRefusal } from '../pricing/tariff.ts'
import { CarrierProblem } from '../problem.ts'
import type { JobBody, UpdateBody } from '../wire/wire.ts'
import { chargesAfter } from './charge.ts'
import type { Job } from './job.ts'
import { isCollected, isUpdatable } from './journey.ts'

/**
 * The job with another route, time, parcels or notes. A change that is already made is a no-op. A change of the time or the
 * route gives a new window, and one of the price a charge. Throws 422, in this order: `too_late` for a change of the pickup
 * once the goods are collected, and for any change once they are on their way to the door; a code of `findRefusal` or
 * `other_currency` if the service does not take the route or the parcels; `pickup_time_fixed` or `not_in_time` if it cannot
 * keep the time.
 */
export function update(job: Job, desired: UpdateBody, { service, at }: { service: CarrierService; at: Date }): Job {
  const request: JobBody = { ...job.request, ...desired }
  if (isDeepStrictEqual(request, job.request)) return job
  const getPickup = ({ pickup, ready_at }: JobBody) => ({ pickup, ready_at })
  const isPickupPast = isCollected(job.code) && !isDeepStrictEqual(getPickup(request), getPickup(job.request))
  if (!isUpdatable(job.code) || isPickupPast) {
    throw new CarrierProblem(422, 'too_late', `Job ${job.jobId} is ${job.code} and cannot be changed like this.`)
  }
  assertServed(service, request)
  assertSameCurrency(job.request, request)
  return { ...job, request, charges: chargesAfter(job, request, at), ...windowAfter(job, request, at) }
}

/** Throws 422 if the service does not take the transport. */
export function assertServed(service: CarrierService, request: Parameters<typeof findRefusal>[1]): void {
  const reason = findRefusal(service, request)
  if (reason) throw new CarrierProblem(422, reason.code, reason.message)
}

/** A job is billed in one currency, that of the country of its pickup. */
function assertSameCurrency(before: JobBody, after: JobBody): void {
  const { currency } = calculatePrice(before.service, before)
  const { currency: other } = calculatePrice(after.service, after)
  if (currency === other) return
  const message = `Bills this job in ${currency}; a pickup in ${after.pickup.country} is billed in ${other}.`
  throw new CarrierProblem(422, 'other_currency', message)
}

/**
 * The delivery window after a change. Another time counts from now. Another route counts from the booking as the first one
 * did, or from now if the window has passed by then.
 */
function windowAfter(job: Job, request: JobBody, at: Date): Pick<Job, 'etaFromAt' | 'etaToAt'> | null {
  const isOtherTime = request.ready_at !== job.request.ready_at
  if (isOtherTime && request.service === 'swift_now') {
    throw new CarrierProblem(422, 'pickup_time_fixed', 'This service cannot move the time of a pickup.')
  }
  const promise = (from: Date) => promiseDelivery(request.service, request, { at: from, isBooking: false })
  const getPlaces = ({ pickup, dropoff }: JobBody) => ({ pickup, dropoff })
  if (!isOtherTime && isDeepStrictEqual(getPlaces(request), getPlaces(job.request))) return null
  const first = promise(isOtherTime ? at : job.createdAt)
  const window = first !== null && first.toAt <= at ? promise(at) : first
  if (window === null) throw new CarrierProblem(422, tooLate.code, tooLate.message)
  return { etaFromAt: window.fromAt, etaToAt: window.toAt }
}
