/** The merchant's own drivers behind the interface of carriers. Its jobs are rows of this service; nothing is sent. */
import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import type {
  BookOutcome,
  CarrierAdapter,
  CarrierCall,
  CarrierFailure,
  CarrierJob,
  Failed,
  Refused,
  Unknown,
} from '@waybill/carriers/carrier-adapter'
import type { FactStatus } from '@waybill/carriers/tracking-fact'
import { transact, untilAnswered } from '@waybill/chassis/postgres/database'
import type { FleetJobStatus } from '@waybill/contracts/fleet/driver-job'
import type { Db } from '../db.ts'
import { listJobFacts } from '../facts/repository.ts'
import { cancelJob, changeJob, takeOrder } from './commands.ts'
import { findDriver } from './drivers/repository.ts'
import { carrierDriver, storedReport } from './facts.ts'
import type { FleetJob, FleetRequest } from './job.ts'
import { printJobLabel, trackingNumber } from './label.ts'
import { findJob, findJobByReference } from './repository.ts'

const fault = (code: string, message: string, more: Partial<CarrierFailure> = {}): CarrierFailure => ({
  carrierCode: ownFleetDescriptor.carrierCode,
  code,
  message,
  httpStatus: null,
  retryable: false,
  retryAfterMs: null,
  ...more,
})

const refused = (code: string, message: string): Refused => ({ kind: 'refused', failure: fault(code, message) })
const noJob = (): Failed => ({
  kind: 'failed',
  failure: fault('not_found', 'There is no such job.', { httpStatus: 404 }),
})
const noDriver = (): Refused => refused('no_courier', 'No driver of the own fleet is free.')
const unsupported = (): Failed => ({ kind: 'failed', failure: fault('unsupported', 'Own drivers send no documents.') })

const toKey = (carrierJobId: string, { account }: CarrierCall) => ({
  environmentId: account.environmentId,
  jobId: carrierJobId,
})

const shownStatus = (status: FleetJobStatus): FactStatus =>
  status === 'searching' || status === 'accepted' ? 'assigned' : status === 'refused' ? 'failed' : status

/** `wake`: a job is due for its first offer. */
export function createFleetAdapter({ db, wake }: { db: Db; wake(): void }): CarrierAdapter {
  async function toCarrierJob(job: FleetJob): Promise<CarrierJob> {
    const { environmentId, driverId } = job
    const driver = driverId === null ? undefined : await findDriver(db, { environmentId, driverId })
    const label = hasRequest(job)
      ? await printJobLabel(job, { ...ownFleetDescriptor.labels[0], parcelNumber: null })
      : null
    return {
      carrierJobId: job.jobId,
      trackingNumber: trackingNumber(job),
      status: shownStatus(job.status),
      driver: driver ? carrierDriver(driver) : null,
      label,
      etaFromAt: null,
      etaToAt: null,
    }
  }

  return {
    descriptor: ownFleetDescriptor,

    /** Prices are the quoting service's. */
    quote: async () => unsupported(),

    async book(request, { account }): Promise<BookOutcome> {
      return await orUnknown(async () => {
        const order = () => transact(db, (trx) => takeOrder(trx, account.environmentId, request))
        const job = await untilAnswered(order)
        if (job.status === 'refused') return noDriver()
        wake()
        return { kind: 'booked', job: await toCarrierJob(job) }
      })
    },

    cancel: async ({ carrierJobId }, call) =>
      await orUnknown(async () => {
        const job = await untilAnswered(() => transact(db, (trx) => cancelJob(trx, toKey(carrierJobId, call))))
        if (job?.status === 'cancelled') return { kind: 'cancelled' }
        return job
          ? refused('not_cancellable', `The job is ${job.status}.`)
          : refused('not_found', 'There is no such job.')
      }),

    update: async (request, call) =>
      await orUnknown(async () => {
        const key = toKey(request.carrierJobId, call)
        const change = await untilAnswered(() => transact(db, (trx) => changeJob(trx, key, request)))
        if (change === undefined) return refused('not_found', 'There is no such job.')
        if (change.outcome === 'too_late') return refused('not_changeable', `The job is ${change.job.status}.`)
        if (change.outcome === 'changed') return { kind: 'updated' }
        const message = 'The price and the delivery window hold for these places, parcels and this collection time.'
        return refused('other_price', message)
      }),

    async track(carrierJobId, call) {
      const job = await findJob(db, toKey(carrierJobId, call))
      if (job === undefined) return noJob()
      return { kind: 'facts', facts: (await listJobFacts(db, call.account, carrierJobId)).map(storedReport) }
    },

    async label({ carrierJobId, ...form }, call) {
      const job = await findJob(db, toKey(carrierJobId, call))
      if (job === undefined || !hasRequest(job)) return noJob()
      const label = await printJobLabel(job, form)
      if (label) return { kind: 'label', label }
      const message = `There is no parcel ${form.parcelNumber}.`
      return { kind: 'no_such_label', failure: fault('parcel_unknown', message) }
    },

    media: async () => unsupported(),

    async findJob({ reference }, { account }) {
      const job = await findJobByReference(db, account.environmentId, reference)
      if (job === undefined) return { kind: 'not_found' }
      return job.status === 'refused' ? noDriver() : { kind: 'found', job: await toCarrierJob(job) }
    },

    parseCallback: async () => ({ kind: 'forged', reason: 'own drivers send no call-backs' }),
  }
}

const hasRequest = (job: FleetJob): job is FleetJob & { request: FleetRequest } => job.request !== null

/** While the database does not answer, nobody knows whether a change was made. */
async function orUnknown<Outcome>(change: () => Promise<Outcome>): Promise<Outcome | Unknown> {
  try {
    return await change()
  } catch (error) {
    const message = error instanceof Error ? error.message : 'the database did not answer'
    return { kind: 'unknown', failure: fault('database_error', message, { retryable: true }) }
  }
}
