import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

/** The session of the page. */
export class CurrentSession {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Signs in with a password. Sent once: repeat it with the user's consent. */
  create(signIn: api.SignIn, options?: ReadOptions): ApiPromise<api.Session> {
    return this.#http.sendOnce('/api/v1/session', signIn, options)
  }

  /** Signs in with a one-time link, which works once. */
  createWithLink(link: api.SignInWithLink, options?: ReadOptions): ApiPromise<api.Session> {
    return this.#http.sendOnce('/api/v1/session/link', link, options)
  }

  get(options?: ReadOptions): ApiPromise<api.Session> {
    return this.#http.get('/api/v1/session', {}, options)
  }

  /** Signs out. */
  delete(options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', '/api/v1/session', undefined, options)
  }
}
