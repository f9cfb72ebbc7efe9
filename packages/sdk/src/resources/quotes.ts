import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import { type QuoteStreamItem, streamQuote } from '../streams/quote.ts'
import type * as api from '../types.ts'

export class Quotes {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Asks the carriers for offers for a registered shipment, or for a whole document. The cheapest is first. */
  create(route: api.CreateQuoteForShipment | api.CreateQuote, options?: RequestOptions): ApiPromise<api.Quote> {
    return this.#http.send('POST', '/api/v1/quotes', route, options)
  }

  /**
   * Like `create`, but yields what each carrier answers as it arrives, and then the quote. Throws as `create` does. If the
   * connection is lost in between, it throws a retryable error: call again with its `idempotencyKey`.
   */
  stream(
    route: api.CreateQuoteForShipment | api.CreateQuote,
    options: RequestOptions = {},
  ): AsyncGenerator<QuoteStreamItem, void, undefined> {
    return streamQuote(this.#http, route, options)
  }

  get(quoteId: string, options?: ReadOptions): ApiPromise<api.Quote> {
    return this.#http.get(path`/api/v1/quotes/${quoteId}`, {}, options)
  }

  /** Exchanges with the carriers about the quote, redacted, oldest first. */
  exchanges(
    quoteId: string,
    query?: NonNullable<operations['listQuoteExchanges']['parameters']['query']>,
    options?: ReadOptions,
  ): List<api.CarrierExchange> {
    return this.#http.list(path`/api/v1/quotes/${quoteId}/exchanges`, query, options)
  }

  /** Newest first. */
  list(query?: NonNullable<operations['listQuotes']['parameters']['query']>, options?: ReadOptions): List<api.Quote> {
    return this.#http.list('/api/v1/quotes', query, options)
  }
}
