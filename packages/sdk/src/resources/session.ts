import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

/** The session of the page. */
export class CurrentSession {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /**
   * Signs in with a password. Sent once: repeat it with the user's consent. A user with an authenticator app gets a challenge,
   * which `createWithCode` answers.
   */
  create(signIn: api.SignIn, options?: ReadOptions): ApiPromise<api.Session | api.SignInChallenge> {
    return this.#http.sendOnce('POST', '/api/v1/session', signIn, options)
  }

  /** The account that a one-time link opens. Ask the person before you use it. */
  readLink(link: api.ReadLink, options?: ReadOptions): ApiPromise<api.LinkAccount> {
    return this.#http.sendOnce('POST', '/api/v1/session/link/account', link, options)
  }

  /** Signs in with a one-time link, which works once. The answer is as that of `create`. */
  createWithLink(link: api.SignInWithLink, options?: ReadOptions): ApiPromise<api.Session | api.SignInChallenge> {
    return this.#http.sendOnce('POST', '/api/v1/session/link', link, options)
  }

  /** Finishes a sign-in with a code of the authenticator app, or a recovery code. */
  createWithCode(answer: api.SecondFactor, options?: ReadOptions): ApiPromise<api.Session> {
    return this.#http.sendOnce('POST', '/api/v1/session/second-factor', answer, options)
  }

  /** Begins to sign in with the identity provider of a team: the page opens the URL. `confirm`: the provider asks anew. */
  createOidcSignIn(begin: api.BeginOidcSignIn, options?: ReadOptions): ApiPromise<api.OidcSignIn> {
    return this.#http.sendOnce('POST', '/api/v1/session/oidc', begin, options)
  }

  /** Signs in with the path and the query string with which the identity provider sent the browser back. */
  createWithOidc(answer: api.FinishOidcSignIn, options?: ReadOptions): ApiPromise<api.Session> {
    return this.#http.sendOnce('POST', '/api/v1/session/oidc/callback', answer, options)
  }

  /** Options for `navigator.credentials.get()`, whose credential `createWithPasskey` takes. */
  passkeyOptions(options?: ReadOptions): ApiPromise<api.PasskeyOptions> {
    return this.#http.sendOnce('POST', '/api/v1/session/passkey/options', undefined, options)
  }

  /** Signs in with a passkey. */
  createWithPasskey(passkey: api.SignInWithPasskey, options?: ReadOptions): ApiPromise<api.Session> {
    return this.#http.sendOnce('POST', '/api/v1/session/passkey', passkey, options)
  }

  /** Options for `navigator.credentials.get()`, whose credential `confirm` takes. */
  confirmationOptions(options?: ReadOptions): ApiPromise<api.PasskeyOptions> {
    return this.#http.sendOnce('POST', '/api/v1/session/confirmation/options', undefined, options)
  }

  /** Proves with the password or a passkey who the user is, as changes of passkeys and of the app need within 10 minutes. */
  confirm(proof: api.Confirmation, options?: RequestOptions): ApiPromise<void> {
    return this.#http.sendOnce('POST', '/api/v1/session/confirmation', proof, options)
  }

  get(options?: ReadOptions): ApiPromise<api.Session> {
    return this.#http.get('/api/v1/session', {}, options)
  }

  /** Signs out. */
  delete(options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', '/api/v1/session', undefined, options)
  }

  /** Makes an account from an invitation, and signs in. */
  acceptInvitation(acceptance: api.AcceptInvitation, options?: ReadOptions): ApiPromise<api.Session> {
    return this.#http.sendOnce('POST', '/api/v1/session/invitation', acceptance, options)
  }

  /** Sets a new password with a one-time link, and signs in. Other sessions of the user end. The answer is as that of `create`. */
  resetPassword(reset: api.ResetPassword, options?: ReadOptions): ApiPromise<api.Session | api.SignInChallenge> {
    return this.#http.sendOnce('POST', '/api/v1/session/password-reset', reset, options)
  }

  /** Changes the name or the password of the user. A new password ends the user's other sessions. */
  updateUser(changes: api.UpdateUser, options?: ReadOptions): ApiPromise<api.Session> {
    return this.#http.sendOnce('PATCH', '/api/v1/session/user', changes, options)
  }

  /** All sessions of the user that have not ended, newest first. */
  list(options?: ReadOptions): List<api.OwnSession> {
    return this.#http.list('/api/v1/sessions', {}, options)
  }

  /** Ends one session of the user. */
  revoke(sessionId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/sessions/${sessionId}`, undefined, options)
  }

  /** Ends all sessions of the user but this one. */
  revokeOthers(options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', '/api/v1/sessions', undefined, options)
  }
}
