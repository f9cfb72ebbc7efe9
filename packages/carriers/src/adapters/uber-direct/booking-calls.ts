/** Bookings. Uber makes one delivery of all requests with one idempotency key. */
import type { BookOutcome, BookRequest, CarrierAdapter, CarrierCall, FindJobOutcome } from '../../carrier-adapter.ts'
import type { HttpOutcome } from '../../http/client.ts'
import { phoneProblem } from '../../mapping/phones.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { describeFailure } from './client.ts'
import { uberDirectDescriptor } from './descriptor.ts'
import { isDelivery, toJob } from './mapping/jobs.ts'
import { isBusy, readError } from './mapping/problems.ts'
import { deliveryPath, toDeliveryBody } from './mapping/requests.ts'
import { type WireDelivery, wireDeliveries, wireDelivery } from './wire.ts'

const { timeoutsMs } = uberDirectDescriptor
const PAGE_SIZE = 100
const MAX_PAGES = 10

export function bookingCalls(client: VendorClient): Pick<CarrierAdapter, 'book' | 'findJob'> {
  const { get, send, read, written, refused } = client

  async function book(request: BookRequest, call: CarrierCall): Promise<BookOutcome> {
    const { idempotencyKey } = call
    if (!idempotencyKey) throw new TypeError('book needs an idempotency key: without one it may book twice')
    const unasked = phoneProblem(request, uberDirectDescriptor.name)
    if (unasked) return { kind: 'refused', failure: describeFailure(unasked.code, unasked.message) }
    const isTest = !call.account.livemode
    const body = toDeliveryBody(request, { idempotencyKey, isTest, now: new Date() })
    const exchange = { operation: 'book', method: 'POST', path: '/deliveries', reference: idempotencyKey } as const
    const outcome = await send(call, { ...exchange, body, timeoutMs: timeoutsMs.book })
    const error = readError(outcome)
    if (error?.code === 'duplicate_delivery') return await settleDuplicate(request, call, outcome)
    // An earlier try with this key may have used the quote.
    if (error?.code === 'used_quote') return await settleUsedQuote(request, call, outcome)
    if (isBusy(outcome)) return refused(outcome)
    return written(outcome, wireDelivery, (delivery) => ({ kind: 'booked' as const, job: toJob(delivery) }))
  }

  /** Uber names the delivery that the request would repeat: it is ours if it has our reference. */
  async function settleDuplicate(request: BookRequest, call: CarrierCall, outcome: HttpOutcome): Promise<BookOutcome> {
    const id = readError(outcome)?.metadata?.delivery_id
    if (typeof id !== 'string') return await settleUsedQuote(request, call, outcome)
    const answer = await get(call, { operation: 'find', path: deliveryPath(id), reference: request.reference })
    const found = read(answer, wireDelivery, (delivery) => ({ kind: 'found' as const, delivery }))
    if (found.kind === 'failed') return { kind: 'unknown', failure: found.failure }
    const { delivery } = found
    return delivery.external_id === request.reference ? { kind: 'booked', job: toJob(delivery) } : refused(outcome)
  }

  async function settleUsedQuote(request: BookRequest, call: CarrierCall, outcome: HttpOutcome): Promise<BookOutcome> {
    const found = await findJob(request, call)
    if (found.kind === 'found') return { kind: 'booked', job: found.job }
    return found.kind === 'not_found' ? refused(outcome) : { kind: 'unknown', failure: found.failure }
  }

  /** Uber cannot be asked for a reference, so its list of deliveries is read page by page. */
  async function findJob({ reference }: { reference: string }, call: CarrierCall): Promise<FindJobOutcome> {
    let offset: number | null = 0
    for (let page = 0; page < MAX_PAGES; page++) {
      const query = `limit=${PAGE_SIZE}${offset > 0 ? `&offset=${offset}` : ''}`
      const outcome = await get(call, { operation: 'find', path: `/deliveries?${query}`, reference })
      const found = read(outcome, wireDeliveries, (list) => ({ kind: 'page' as const, list }))
      if (found.kind === 'failed') return found
      const { data, next_href } = found.list
      const delivery = data.map(readable).find((one) => one?.external_id === reference && isDelivery(one))
      if (delivery) return { kind: 'found', job: toJob(delivery) }
      if (data.length === 0 || next_href === null) return { kind: 'not_found' }
      offset = nextOffset(next_href, offset)
      if (offset === null) return { kind: 'failed', failure: incompleteList }
    }
    return { kind: 'failed', failure: incompleteList }
  }

  return { book, findJob }
}

/** A delivery of the list; null: it cannot be read, and is not ours. */
const readable = (entry: unknown): WireDelivery | null => wireDelivery.safeParse(entry).data ?? null

/** More deliveries than are read, or a next page that cannot be asked for: ours may be among the others. */
const incompleteList = describeFailure(
  'too_many_deliveries',
  `Uber lists no delivery with this reference among the first ${MAX_PAGES * PAGE_SIZE}, and has more.`,
)

/** Where the next page begins; null: the address does not say. */
function nextOffset(href: string, current: number): number | null {
  const offset = Number(/[?&]offset=(\d{1,9})/i.exec(href)?.[1] ?? Number.NaN)
  return offset > current ? offset : null
}
