/** Bookings. A carrier with drafts books in two calls, the others in one. */
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { SimulatorClient } from './client.ts'
import { toJob } from './mapping/jobs.ts'
import { toWireJob } from './mapping/requests.ts'
import { wireJob, wireJobs } from './wire.ts'

export function bookingCalls(client: SimulatorClient): Pick<CarrierAdapter, 'book' | 'findJob'> {
  const { send, get, read, written } = client
  const { timeoutsMs, bookRecovery } = client.descriptor
  const hasDrafts = bookRecovery.kind === 'prepared_id'

  return {
    async book(request, call) {
      const { idempotencyKey } = call
      if (!idempotencyKey) throw new TypeError('book needs an idempotency key: without one it may book twice')
      if (hasDrafts && request.draftId === null) throw new TypeError('book needs a draftId: this carrier sells drafts')
      const order =
        request.draftId === null
          ? { path: '/jobs', body: toWireJob(request) }
          : { path: `/drafts/${encodeURIComponent(request.draftId)}/purchase` }
      const target = { operation: 'book', method: 'POST', timeoutMs: timeoutsMs.book } as const
      const headers = { 'idempotency-key': idempotencyKey }
      const outcome = await send(call, { ...target, ...order, headers, reference: idempotencyKey })
      return written(outcome, wireJob, (job) => ({ kind: 'booked' as const, job: toJob(job) }))
    },

    async findJob({ reference, draftId }, call) {
      const query = new URLSearchParams(draftId === null ? { reference } : { draft_id: draftId })
      const outcome = await get(call, { operation: 'find', path: `/jobs?${query}`, reference })
      return read(outcome, wireJobs, ({ jobs: [job] }) =>
        job ? { kind: 'found' as const, job: toJob(job) } : { kind: 'not_found' as const },
      )
    },
  }
}
