/** Pure: scopes of keys and tokens. */

/** Permissions of a token: a resource and `read` or `write`. Write does not imply read. */
export const scopes = [
  'shipments:read',
  'shipments:write',
  'quotes:read',
  'quotes:write',
  'bookings:read',
  'bookings:write',
  'webhooks:read',
  'webhooks:write',
  'carriers:read',
  'carriers:write',
  'drivers:read',
  'drivers:write',
  'events:read',
  'api_log:read',
  'views:read',
  'views:write',
  'settings:read',
  'settings:write',
  'api_keys:read',
  'api_keys:write',
] as const
export type Scope = (typeof scopes)[number]

/** Scopes of the merchant, not of an environment. Only sessions have them: no key manages a team. */
const teamScopes = ['team:read', 'team:write', 'audit_log:read'] as const
export type TeamScope = (typeof teamScopes)[number]
/**
 * Parts of a scope, for roles that have one without the rest. Only sessions have them: a key has the scope as a whole.
 * `shipments:change`: change and cancel shipments, unless the carrier may ask more money for the change.
 */
const partScopes = ['shipments:change', 'parcel_presets:read', 'parcel_presets:write'] as const
export type PartScope = (typeof partScopes)[number]
/** Scopes of a session. */
export type MemberScope = Scope | PartScope | TeamScope
export const memberScopes: readonly MemberScope[] = [...scopes, ...partScopes, ...teamScopes]

export const isScope = (text: string): text is Scope => (scopes as readonly string[]).includes(text)

/** Whether a key without a list of scopes has this one. Keys that make keys are named as such. */
export const isImplied = (scope: Scope): boolean => !scope.startsWith('api_keys:')

/** Scopes of a key with these stored scopes; null: every implied scope. */
export const effectiveScopes = (stored: readonly Scope[] | null): ReadonlySet<Scope> =>
  new Set(stored ?? scopes.filter(isImplied))
