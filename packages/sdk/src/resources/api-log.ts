import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

/** Query of `apiLog.list`. */
export type ListApiCalls = NonNullable<operations['listApiCalls']['parameters']['query']>

/** The calls of the last seven days. */
export class ApiLog {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Newest first, without bodies. A page can be empty although there are more. */
  list(query?: ListApiCalls, options?: ReadOptions): List<api.ApiCallSummary> {
    return this.#http.list('/api/v1/api-log', query, options)
  }

  /** A failed write has its bodies, without what is personal or secret. */
  get(callId: string, options?: ReadOptions): ApiPromise<api.ApiCall> {
    return this.#http.get(path`/api/v1/api-log/${callId}`, {}, options)
  }
}
