import type { operations } from '../gen/openapi.ts'
import type { ApiPromise } from '../http/api-promise.ts'
import type { Http } from '../http/http.ts'
import type { List } from '../http/page.ts'
import { path } from '../http/path.ts'
import type { ReadOptions, RequestOptions } from '../http/request-options.ts'
import type * as api from '../types.ts'

const MEMBERS = '/api/v1/team/members'
const INVITATIONS = '/api/v1/team/invitations'
const PROVIDERS = '/api/v1/team/oidc-providers'

/** Query of `team.listAuditLog`. */
export type ListAuditLog = NonNullable<operations['listAuditLog']['parameters']['query']>

/** The people of the merchant, for pages that Waybill serves. */
export class Team {
  readonly #http: Http

  constructor(http: Http) {
    this.#http = http
  }

  /** Oldest first. */
  listMembers(options?: ReadOptions): List<api.Member> {
    return this.#http.list(MEMBERS, {}, options)
  }

  /** Changes the role of a member, or deactivates one. */
  updateMember(userId: string, changes: api.UpdateMember, options?: RequestOptions): ApiPromise<api.Member> {
    return this.#http.send('PATCH', path`/api/v1/team/members/${userId}`, changes, options)
  }

  /** A one-time link with which the member sets a new password. It replaces the one before. */
  createPasswordReset(userId: string, options?: RequestOptions): ApiPromise<api.PasswordReset> {
    return this.#http.send('POST', path`/api/v1/team/members/${userId}/password-reset`, undefined, options)
  }

  /** Removes the authenticator app, recovery codes and passkeys of a member who has lost them, and ends the member's sessions. */
  resetSecondFactor(userId: string, options?: RequestOptions): ApiPromise<api.Member> {
    return this.#http.send('POST', path`/api/v1/team/members/${userId}/second-factor-reset`, undefined, options)
  }

  /** A one-time link for the person to join. It replaces an earlier one of the same address. */
  createInvitation(invitation: api.CreateInvitation, options?: RequestOptions): ApiPromise<api.InvitationWithLink> {
    return this.#http.send('POST', INVITATIONS, invitation, options)
  }

  /** Newest first, without their links. */
  listInvitations(options?: ReadOptions): List<api.Invitation> {
    return this.#http.list(INVITATIONS, {}, options)
  }

  /** Who did what, newest first. A page can be empty although there are more. */
  listAuditLog(query?: ListAuditLog, options?: ReadOptions): List<api.AuditEntry> {
    return this.#http.list('/api/v1/audit-log', query, options)
  }

  deleteInvitation(invitationId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/team/invitations/${invitationId}`, undefined, options)
  }

  /** Sets up the identity provider with which the team signs in. */
  createOidcProvider(provider: api.CreateOidcProvider, options?: RequestOptions): ApiPromise<api.OidcProvider> {
    return this.#http.send('POST', PROVIDERS, provider, options)
  }

  /** At most one. */
  listOidcProviders(options?: ReadOptions): List<api.OidcProvider> {
    return this.#http.list(PROVIDERS, {}, options)
  }

  getOidcProvider(providerId: string, options?: ReadOptions): ApiPromise<api.OidcProvider> {
    return this.#http.get(path`/api/v1/team/oidc-providers/${providerId}`, {}, options)
  }

  updateOidcProvider(
    providerId: string,
    changes: api.UpdateOidcProvider,
    options?: RequestOptions,
  ): ApiPromise<api.OidcProvider> {
    return this.#http.send('PATCH', path`/api/v1/team/oidc-providers/${providerId}`, changes, options)
  }

  /** Ends the sessions that began at the provider. */
  deleteOidcProvider(providerId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/team/oidc-providers/${providerId}`, undefined, options)
  }

  /** Whether the provider answers. */
  checkOidcProvider(providerId: string, options?: RequestOptions): ApiPromise<api.OidcProviderCheck> {
    return this.#http.send('POST', path`/api/v1/team/oidc-providers/${providerId}/check`, undefined, options)
  }

  /** The next sign-in of the member with the provider is again the first. */
  deleteMemberIdentity(userId: string, options?: RequestOptions): ApiPromise<void> {
    return this.#http.send('DELETE', path`/api/v1/team/members/${userId}/oidc-identity`, undefined, options)
  }
}
