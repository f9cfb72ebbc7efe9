/**
 * How an operation reaches each of its steps, and how it ends. A step that is added to an operation does not compile
 * without a scenario here.
 */
import type { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { aParcelDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { OperationKind, StepOf, steps } from '../operations/operation.ts'
import type { BookingSystem, RunningBooking } from './booking-system.ts'
import { aMerchant, type Merchant } from './merchant-calls.ts'

/** A merchant whose operations a scenario runs. */
export interface Stage {
  system: BookingSystem
  merchant: Merchant
  /** Call it at each step of the merchant's operations. */
  onStep(name: string): Promise<void>
  /** Does the work when an operation first reaches the step, and holds the operation until it is done. */
  at(step: string, work: () => Promise<unknown>): void
}

export function openStage(system: BookingSystem, booking: RunningBooking): Stage {
  const works = new Map<string, () => Promise<unknown>>()
  return {
    system,
    merchant: aMerchant(system, booking),
    async onStep(name) {
      const work = works.get(name)
      works.delete(name)
      await work?.()
    },
    at: (step, work) => void works.set(step, work),
  }
}

interface Staged {
  shipmentId: string
  /** The status or the error code that the merchant gets; null: no one waits for the operation. */
  answer: Promise<string> | null
}

/** State of the shipment, of its newest booking, and number of live jobs at carriers. */
export type End =
  | 'ready assigned 1'
  | 'ready failed 0'
  | 'ready cancelled 0'
  | 'cancelled cancelled 0'
  | 'in_transit assigned 1'
  | 'failed failed 0'

export interface Scenario {
  run(stage: Stage): Promise<Staged>
  answer: string | null
  end: End
}

/** Public result of a call: its status, or the code of its error. */
export const shownAnswer = (call: Promise<{ status: number }>): Promise<string> =>
  call.then(
    ({ status }) => String(status),
    (error: AppError) => error.code,
  )

const titled = (title?: string) => (title === undefined ? {} : { parcels: [aParcelDocument({ title })] })
const NEW_ROUTE = { dropoff_address: { address_line_1: '9 River Road' } }
/** The carrier that makes drafts. */
const MAKES_DRAFTS = 'eco_parcel'

const book = (title?: string, carrier?: string) => async (stage: Stage) => {
  const { shipmentId, optionId } = await stage.merchant.offer(carrier, titled(title))
  return { shipmentId, answer: shownAnswer(stage.merchant.book(shipmentId, optionId, { key: 'book' })) }
}

async function booked({ merchant }: Stage, title?: string): Promise<string> {
  const { shipmentId, optionId } = await merchant.offer('city_van', titled(title))
  expect((await merchant.book(shipmentId, optionId)).status).toBe(201)
  return shipmentId
}

const cancel = (title?: string) => async (stage: Stage) => {
  const shipmentId = await booked(stage, title)
  return { shipmentId, answer: shownAnswer(stage.merchant.cancel(shipmentId, { key: 'cancel' })) }
}

async function readBooking({ system, merchant }: Stage): Promise<string> {
  const newest = system.db.selectFrom('booking').select('booking_id').orderBy('created_at', 'desc').limit(1)
  const { booking_id } = await newest.where('environment_id', '=', merchant.environmentId).executeTakeFirstOrThrow()
  return booking_id
}

const cancelBooking = (title?: string) => async (stage: Stage) => {
  const shipmentId = await booked(stage, title)
  const bookingId = await readBooking(stage)
  return { shipmentId, answer: shownAnswer(stage.merchant.cancelBooking(bookingId, { key: 'cancel' })) }
}

/** The merchant cancels the booking while the operation that makes it is about to end. */
const cancelUnfinishedBooking = async (stage: Stage): Promise<Staged> => {
  let cancellation: Promise<string> | undefined
  stage.at('book.finish', async () => {
    cancellation = shownAnswer(stage.merchant.cancelBooking(await readBooking(stage), { key: 'cancel' }))
    await operationAt(stage, 'cancel_booking', 'await_booking')
  })
  const { shipmentId } = await book()(stage)
  await eventually(() => expect(cancellation).toBeDefined(), { timeoutMs: 60_000 })
  return { shipmentId, answer: cancellation ?? null }
}

const update = (title?: string) => async (stage: Stage) => {
  const shipmentId = await booked(stage, title)
  return { shipmentId, answer: shownAnswer(stage.merchant.update(shipmentId, NEW_ROUTE, { key: 'update' })) }
}

/** So that every carrier may be booked, again and again. */
const ANY_SERVICE = { carrier_codes: ['swift_courier', 'city_van', 'eco_parcel'], max_attempts: 20 }

const dispatch = (title?: string) => async (stage: Stage) => {
  const { shipment_id: shipmentId } = await stage.merchant.shipNow({ ...titled(title), dispatch: ANY_SERVICE })
  return { shipmentId, answer: null }
}

/** The merchant cancels while the operation is about to call the carrier. */
const cancelledBefore = (run: Scenario['run'], before: string, shown: 'holder' | 'cancellation') => {
  return async (stage: Stage): Promise<Staged> => {
    const { merchant, system } = stage
    let cancellation: Promise<string> | undefined
    stage.at(before, async () => {
      const { shipment_id: shipmentId } = await system.db
        .selectFrom('operation')
        .select('shipment_id')
        .where('environment_id', '=', merchant.environmentId)
        .where('kind', '=', before.slice(0, before.indexOf('.')) as OperationKind)
        .executeTakeFirstOrThrow()
      cancellation = shownAnswer(merchant.cancel(shipmentId, { key: 'cancel' }))
      await operationAt(stage, 'cancel', 'await_holder')
    })
    const staged = await run(stage)
    if (shown === 'holder') return staged
    await eventually(() => expect(cancellation).toBeDefined())
    return { ...staged, answer: cancellation ?? null }
  }
}

const operationAt = ({ system, merchant }: Stage, kind: OperationKind, step: string) =>
  eventually(
    () =>
      system.db
        .selectFrom('operation')
        .selectAll()
        .where('environment_id', '=', merchant.environmentId)
        .where('kind', '=', kind)
        .where(sql<string>`step`, '=', step)
        .where('state', '=', 'open')
        .executeTakeFirstOrThrow(),
    { timeoutMs: 60_000 },
  )

/** No courier accepts, and the dispatch window passes. */
const inVain = async (stage: Stage): Promise<Staged> => {
  const { system, merchant } = stage
  const staged = await dispatch('SIM-NO-COURIER')(stage)
  await eventually(
    async () => {
      const { numUpdatedRows } = await system.db
        .updateTable('operation')
        .set({
          desired: sql`jsonb_set(desired, '{untilAt}', '"2020-01-01T00:00:00.000Z"')`,
          next_attempt_at: sql<Date>`now()`,
        })
        .where('environment_id', '=', merchant.environmentId)
        .where('step', '=', 'quote')
        .where('lease_until', 'is', null)
        .where('booking_id', 'is not', null)
        .executeTakeFirstOrThrow()
      expect(numUpdatedRows).toBe(1n)
    },
    { timeoutMs: 60_000 },
  )
  return staged
}

/** The courier gives the job back, and dispatch looks for another one. */
const courierGivesUp = async (stage: Stage): Promise<Staged> => {
  const staged = await dispatch()(stage)
  await eventually(async () => expect(await readState(stage, staged.shipmentId)).toBe('in_transit assigned 1'), {
    timeoutMs: 60_000,
  })
  await stage.merchant.advance(staged.shipmentId, { status: 'cancelled' })
  await eventually(async () => expect(await readDispatches(stage)).toHaveLength(2))
  return staged
}

const readDispatches = ({ system, merchant }: Stage) =>
  system.db
    .selectFrom('operation')
    .select('op_id')
    .where('environment_id', '=', merchant.environmentId)
    .where('kind', '=', 'dispatch')
    .execute()

async function cancelledJob({ merchant, system }: Stage, shipmentId: string) {
  expect((await merchant.cancel(shipmentId)).status).toBe(200)
  return await system.db
    .selectFrom('carrier_attempt')
    .selectAll()
    .where('environment_id', '=', merchant.environmentId)
    .executeTakeFirstOrThrow()
}

/** The carrier reports progress of a job that it has cancelled. */
const drivesOn = async (stage: Stage): Promise<Staged> => {
  const shipmentId = await booked(stage)
  const job = await cancelledJob(stage, shipmentId)
  const fact = { id: newId('evt'), job_id: job.carrier_job_id, reference: job.attempt_id }
  await stage.merchant.report('city_van', fact)
  return { shipmentId, answer: null }
}

/** The attempt looks as if the carrier had not known the booking when it was given up. */
const fearedAlive = async (stage: Stage): Promise<Staged> => {
  const shipmentId = await booked(stage)
  const job = await cancelledJob(stage, shipmentId)
  const { context } = await stage.system.db
    .selectFrom('operation')
    .select('context')
    .where('environment_id', '=', stage.merchant.environmentId)
    .executeTakeFirstOrThrow()
  const desired = {
    attemptId: job.attempt_id,
    carrierCode: job.carrier_code,
    carrierAccountId: job.carrier_account_id,
    carrierJobId: null,
  }
  const opId = newId('op')
  await stage.system.db
    .insertInto('operation')
    .values({
      environment_id: job.environment_id,
      op_id: opId,
      claim_id: opId,
      kind: 'recall',
      step: 'look',
      shipment_id: shipmentId,
      booking_id: job.booking_id,
      desired: JSON.stringify(desired),
      context: JSON.stringify(context),
    })
    .execute()
  return { shipmentId, answer: null }
}

const isBooked = (run: Scenario['run'], answer: string): Scenario => ({ run, answer, end: 'ready assigned 1' })
const isCancelled = (run: Scenario['run'], answer: string): Scenario => ({ run, answer, end: 'cancelled cancelled 0' })
const isDispatched = (run: Scenario['run']): Scenario => ({ run, answer: null, end: 'in_transit assigned 1' })
const isFree = (run: Scenario['run'], answer: string): Scenario => ({ run, answer, end: 'ready failed 0' })
const isUnbooked = (run: Scenario['run'], answer: string): Scenario => ({ run, answer, end: 'ready cancelled 0' })
const isTurnedBack = (run: Scenario['run'], before: string, answer: string) =>
  isCancelled(cancelledBefore(run, before, 'holder'), answer)
const cancelledDispatch: Scenario = isCancelled(cancelledBefore(dispatch(), 'dispatch.call', 'cancellation'), '200')

export const scenarios = {
  book: {
    claim: isBooked(book(), '201'),
    draft: isBooked(book(undefined, MAKES_DRAFTS), '201'),
    call: isBooked(book(), '201'),
    recover: isBooked(book('SIM-MALFORMED'), '202'),
    settle: isBooked(book(), '201'),
    finish: isBooked(book(), '201'),
    release: isFree(book('SIM-REFUSE'), 'carrier_refused'),
    undo: isTurnedBack(book(), 'book.call', 'shipment_not_bookable'),
    settle_cancelled: isTurnedBack(book(), 'book.call', 'shipment_not_bookable'),
  },
  cancel: {
    claim: isCancelled(cancel(), '200'),
    call: isCancelled(cancel(), '200'),
    pend: isCancelled(cancel('SIM-CANCEL-500'), 'carrier_timeout'),
    pursue: isCancelled(cancel('SIM-CANCEL-500'), 'carrier_timeout'),
    settle_cancelled: isCancelled(cancel(), '200'),
    release: isBooked(cancel('SIM-CANCEL-REFUSE'), 'cancellation_refused'),
    await_holder: isCancelled(cancelledBefore(book(), 'book.call', 'cancellation'), '200'),
  },
  cancel_booking: {
    await_booking: isUnbooked(cancelUnfinishedBooking, '200'),
    claim: isUnbooked(cancelBooking(), '200'),
    call: isUnbooked(cancelBooking(), '200'),
    pursue: isUnbooked(cancelBooking('SIM-CANCEL-500'), 'carrier_timeout'),
    settle: isUnbooked(cancelBooking(), '200'),
    release: isBooked(cancelBooking('SIM-CANCEL-REFUSE'), 'cancellation_refused'),
  },
  update: {
    claim: isBooked(update(), '200'),
    call: isBooked(update(), '200'),
    pursue: isBooked(update('SIM-UPDATE-500'), 'carrier_timeout'),
    settle: isBooked(update(), '200'),
    release: isBooked(update('SIM-UPDATE-REFUSE'), 'update_refused'),
    undo: isTurnedBack(update(), 'update.call', 'shipment_not_updatable'),
    settle_cancelled: isTurnedBack(update(), 'update.call', 'shipment_not_updatable'),
  },
  dispatch: {
    reclaim: isDispatched(courierGivesUp),
    quote: isDispatched(dispatch()),
    attempt: isDispatched(dispatch()),
    draft: isDispatched(dispatch('SIM-REFUSE:city_van SIM-REFUSE:swift_courier')),
    call: isDispatched(dispatch()),
    recover: isDispatched(dispatch('SIM-MALFORMED')),
    settle: isDispatched(dispatch()),
    finish: isDispatched(dispatch()),
    undo: cancelledDispatch,
    settle_cancelled: cancelledDispatch,
    give_up: { run: inVain, answer: null, end: 'failed failed 0' },
    settle_failed: { run: inVain, answer: null, end: 'failed failed 0' },
  },
  recall: {
    look: { run: fearedAlive, answer: null, end: 'cancelled cancelled 0' },
    call: { run: drivesOn, answer: null, end: 'cancelled cancelled 0' },
  },
} as const satisfies { [K in keyof typeof steps]: Record<StepOf<K>, Scenario> }

/** The present state, in the form of `End`; an open operation or a held shipment is added to it. */
export async function readState({ system, merchant }: Stage, shipmentId: string): Promise<string> {
  const bookings = await system.db
    .selectFrom('booking')
    .select('status')
    .where('environment_id', '=', merchant.environmentId)
    .orderBy('created_at', 'desc')
    .execute()
  const open = await system.db
    .selectFrom('operation')
    .select(['kind', 'step'])
    .where('environment_id', '=', merchant.environmentId)
    .where('state', '=', 'open')
    .execute()
  const jobs = (await merchant.jobs(shipmentId)).filter(({ code }) => code !== 'CANCELLED' && code !== 'FAILED')
  const { status, claimId } = await merchant.heldShipment(shipmentId)
  const live = bookings.filter((booking) => booking.status === 'pending' || booking.status === 'assigned')
  return [
    `${status} ${bookings[0]?.status} ${jobs.length}`,
    ...(live.length > 1 ? [`${live.length} live bookings`] : []),
    ...(claimId === null ? [] : [`held by ${claimId}`]),
    ...open.map(({ kind, step }) => `open: ${kind}.${step}`),
  ].join(', ')
}
