/** Pure: what each role of a team may do. The table in docs/security.md has the same. */
import { AppError } from '../app-error.ts'
import { type MemberScope, memberScopes } from './scopes.ts'

export const roles = ['owner', 'operations', 'support', 'viewer', 'developer'] as const
export type Role = (typeof roles)[number]

/** `developer (test)`: in test environments, where developers try out what they build. */
type Holder = Role | 'developer (test)'

const EVERYBODY: readonly Holder[] = ['operations', 'support', 'viewer', 'developer']
const SHIPPING: readonly Holder[] = ['operations', 'developer (test)']
const WITH_SETTINGS: readonly Holder[] = ['viewer', 'developer']

/** The roles with each scope, besides owners, who have all. */
export const holdersByScope: Readonly<Record<MemberScope, readonly Holder[]>> = {
  'shipments:read': EVERYBODY,
  'shipments:write': SHIPPING,
  'shipments:change': [...SHIPPING, 'support'],
  'quotes:read': EVERYBODY,
  'quotes:write': SHIPPING,
  'bookings:read': EVERYBODY,
  'bookings:write': SHIPPING,
  'webhooks:read': WITH_SETTINGS,
  'webhooks:write': ['developer'],
  'carriers:read': EVERYBODY,
  'carriers:write': ['developer (test)'],
  'drivers:read': EVERYBODY,
  'drivers:write': SHIPPING,
  'events:read': EVERYBODY,
  'api_log:read': ['developer'],
  'views:read': EVERYBODY,
  'views:write': EVERYBODY,
  'settings:read': WITH_SETTINGS,
  'settings:write': ['developer (test)'],
  'parcel_presets:read': EVERYBODY,
  'parcel_presets:write': SHIPPING,
  'api_keys:read': ['developer'],
  'api_keys:write': ['developer'],
  'team:read': EVERYBODY,
  'team:write': [],
  'audit_log:read': [],
}

const scopesIn = (role: Role, livemode: boolean): ReadonlySet<MemberScope> =>
  new Set(
    memberScopes.filter(
      (scope) =>
        role === 'owner' ||
        holdersByScope[scope].includes(role) ||
        (role === 'developer' && !livemode && holdersByScope[scope].includes('developer (test)')),
    ),
  )

const scopesByRole = new Map(
  roles.map((role) => [role, { live: scopesIn(role, true), test: scopesIn(role, false) }] as const),
)

const NONE: ReadonlySet<MemberScope> = new Set()

/** Scopes of a member with the role in a live or test environment. None for a role of a newer version. */
export function scopesOfRole(role: string, { livemode }: { livemode: boolean }): ReadonlySet<MemberScope> {
  const found = scopesByRole.get(role as Role)
  if (found === undefined) return NONE
  return livemode ? found.live : found.test
}

/** The refusal of a call of a member. */
export const roleLacks = (scope: MemberScope): AppError =>
  new AppError('insufficient_scope', `Your role in the team does not allow this: it lacks ${scope}.`, {
    meta: { scope },
  })
