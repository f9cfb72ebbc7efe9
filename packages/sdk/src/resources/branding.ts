import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

const BRANDING = '/api/v1/branding'

/** The look of the tracking pages. */
export class Branding {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  get(options?: ReadOptions): ApiPromise<api.Branding> {
    return this.#http.get(BRANDING, {}, options)
  }

  /** Null removes a part. */
  update(changes: api.UpdateBranding, options?: RequestOptions): ApiPromise<api.Branding> {
    return this.#http.send('PATCH', BRANDING, changes, options)
  }

  /** Removes all of it, the logo included. */
  reset(options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', BRANDING, undefined, options)
  }

  /** A PNG, JPEG or WebP of at most 256 KiB. It replaces the one before. */
  uploadLogo(image: Blob, options?: RequestOptions): ApiPromise<api.Branding> {
    return this.#http.send('POST', `${BRANDING}/logo`, image, options)
  }

  deleteLogo(options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', `${BRANDING}/logo`, undefined, options)
  }
}
