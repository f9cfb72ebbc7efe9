import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

/** Query of `apiKeys.list`. */
export type ListApiKeys = NonNullable<operations['listApiKeys']['parameters']['query']>

export class ApiKeys {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** A key with no more rights than that of the client. The response has its `access_token`, this once. */
  create(key: api.CreateApiKey, options?: RequestOptions): ApiPromise<api.ApiKeyWithToken> {
    return this.#http.send('POST', '/api/v1/api-keys', key, options)
  }

  get(keyId: string, options?: ReadOptions): ApiPromise<api.ApiKey> {
    return this.#http.get(path`/api/v1/api-keys/${keyId}`, {}, options)
  }

  /** Newest first, without their tokens. */
  list(query?: ListApiKeys, options?: ReadOptions): List<api.ApiKey> {
    return this.#http.list('/api/v1/api-keys', query, options)
  }

  /** Creates a key like this one, which works on for `overlap_seconds`, a day by default. */
  rotate(keyId: string, overlap?: api.RotateApiKey, options?: RequestOptions): ApiPromise<api.ApiKeyWithToken> {
    return this.#http.send('POST', path`/api/v1/api-keys/${keyId}/rotate`, overlap, options)
  }

  /** Its token is refused within a second. Cannot be undone. */
  revoke(keyId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/api-keys/${keyId}`, undefined, options)
  }
}
