import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

const TOTP = '/api/v1/session/totp'

/** The authenticator app of the user, for pages that Waybill serves. Changes need a recent sign-in or `session.confirm`. */
export class SecondFactor {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  get(options?: ReadOptions): ApiPromise<api.Totp> {
    return this.#http.get(TOTP, {}, options)
  }

  /** A new secret for an app. Nothing changes until `enable`. */
  setUp(options?: ReadOptions): ApiPromise<api.TotpSetup> {
    return this.#http.sendOnce('POST', TOTP, undefined, options)
  }

  /** Turns the app on with one of its codes. The recovery codes are shown only here. */
  enable(code: api.TotpCode, options?: ReadOptions): ApiPromise<api.RecoveryCodes> {
    return this.#http.sendOnce('POST', `${TOTP}/enable`, code, options)
  }

  /** Turns the app off with one of its codes, or a recovery code. */
  disable(code: api.TotpCode, options?: RequestOptions): ApiPromise<void> {
    return this.#http.sendOnce('POST', `${TOTP}/disable`, code, options)
  }

  /** New recovery codes, which replace all earlier ones. */
  renewRecoveryCodes(options?: ReadOptions): ApiPromise<api.RecoveryCodes> {
    return this.#http.sendOnce('POST', `${TOTP}/recovery-codes`, undefined, options)
  }
}
