import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

const PASSKEYS = '/api/v1/session/passkeys'

/** The passkeys of the user, for pages that Waybill serves. Changes need a recent sign-in or `session.confirm`. */
export class Passkeys {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Oldest first. */
  list(options?: ReadOptions): List<api.Passkey> {
    return this.#http.list(PASSKEYS, {}, options)
  }

  /** Options for `navigator.credentials.create()`, whose credential `create` takes. */
  createOptions(options?: ReadOptions): ApiPromise<api.PasskeyOptions> {
    return this.#http.sendOnce('POST', '/api/v1/session/passkey-registration', undefined, options)
  }

  create(passkey: api.CreatePasskey, options?: ReadOptions): ApiPromise<api.Passkey> {
    return this.#http.sendOnce('POST', PASSKEYS, passkey, options)
  }

  /** Renames it. Safe to repeat. */
  update(passkeyId: string, changes: api.UpdatePasskey, options?: ReadOptions): ApiPromise<api.Passkey> {
    return this.#http.sendOnce('PATCH', path`/api/v1/session/passkeys/${passkeyId}`, changes, options)
  }

  delete(passkeyId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/session/passkeys/${passkeyId}`, undefined, options)
  }
}
