import { TimeoutError } from '../errors.ts'
import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import { sleep } from '../http/sleep.ts'
import type * as api from '../types.ts'

/** Query of `bookings.list`. */
export type ListBookings = NonNullable<operations['listBookings']['parameters']['query']>
/** Query of `bookings.label`. Default: the carrier's own form, of the first parcel. */
export type LabelForm = Pick<
  NonNullable<operations['getLabel']['parameters']['query']>,
  'format' | 'size' | 'parcel' | 'document'
>

export interface WaitOptions extends ReadOptions {
  /** How long to wait, in ms. Default: 120,000. */
  withinMs?: number | undefined
}

const SETTLED_WITHIN_MS = 120_000
const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 5_000

export class Bookings {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  get(bookingId: string, options?: ReadOptions): ApiPromise<api.Booking> {
    return this.#http.get(path`/api/v1/bookings/${bookingId}`, {}, options)
  }

  /**
   * The booking as soon as it is not `pending` any more: at once, or when the carrier has answered. Rejects with a TimeoutError
   * after `withinMs`; the booking goes on.
   */
  async waitUntilSettled(bookingId: string, { withinMs = SETTLED_WITHIN_MS, ...options }: WaitOptions = {}) {
    const until = performance.now() + withinMs
    for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      const booking = await this.get(bookingId, options)
      if (booking.status !== 'pending') return booking
      const leftMs = until - performance.now()
      if (leftMs <= 0) {
        const message = `The carrier of ${bookingId} has not answered within ${withinMs} ms. The booking is still pending.`
        throw new TimeoutError({ code: 'timed_out', message, retryable: true })
      }
      await sleep(Math.min(pauseMs, leftMs), options.signal)
    }
  }

  /** Newest first, unless `sort` says otherwise. */
  list(query?: ListBookings, options?: ReadOptions): List<api.Booking> {
    return this.#http.list('/api/v1/bookings', query, options)
  }

  /** Books up to 500 shipments, after the response: read it with `batches.get` until it is `completed`. */
  createBatch(batch: api.CreateBookingBatch, options?: RequestOptions): ApiPromise<api.BookingBatch> {
    return this.#http.send('POST', '/api/v1/bookings/batch', batch, options)
  }

  /** Cancels the carrier's job. The shipment is `ready` again and can be booked with another option. */
  cancel(bookingId: string, reason: api.CancelShipment, options?: RequestOptions): ApiPromise<api.Booking> {
    return this.#http.send('POST', path`/api/v1/bookings/${bookingId}/cancel`, reason, options)
  }

  /** Gives the job to one of your own drivers. */
  assignDriver(bookingId: string, driver: api.AssignDriver, options?: RequestOptions): ApiPromise<api.Booking> {
    return this.#http.send('POST', path`/api/v1/bookings/${bookingId}/assign-driver`, driver, options)
  }

  /** Where the courier was last. */
  driverLocation(bookingId: string, options?: ReadOptions): ApiPromise<api.DriverLocation> {
    return this.#http.get(path`/api/v1/bookings/${bookingId}/driver_location`, {}, options)
  }

  /** Exchanges with the carrier about the booking, redacted, oldest first. */
  exchanges(
    bookingId: string,
    query?: NonNullable<operations['listBookingExchanges']['parameters']['query']>,
    options?: ReadOptions,
  ): List<api.CarrierExchange> {
    return this.#http.list(path`/api/v1/bookings/${bookingId}/exchanges`, query, options)
  }

  /** The label to print: PDF, ZPL or PNG; `type` of the blob says which. 409 `label_not_ready` is retried. */
  label(bookingId: string, form?: LabelForm, options?: ReadOptions): ApiPromise<Blob> {
    return this.#http.blob(path`/api/v1/bookings/${bookingId}/label`, form, options)
  }

  /** Notes that the label was printed. A reprint keeps the time of the first and is counted. */
  markPrinted(bookingId: string, options?: RequestOptions): ApiPromise<api.Booking> {
    return this.#http.send('POST', path`/api/v1/bookings/${bookingId}/label/printed`, undefined, options)
  }

  /** A photo (`photo-1`, `photo-2` …) or the `signature` of the proof of delivery. */
  proof(bookingId: string, mediaName: string, options?: ReadOptions): ApiPromise<Blob> {
    return this.#http.blob(path`/api/v1/bookings/${bookingId}/proof/${mediaName}`, {}, options)
  }

  /** Ends the links to labels and photos that the booking has had; the response has new ones. */
  revokeDocumentLinks(bookingId: string, options?: RequestOptions): ApiPromise<api.Booking> {
    return this.#http.send('POST', path`/api/v1/bookings/${bookingId}/document-links/revoke`, undefined, options)
  }
}
