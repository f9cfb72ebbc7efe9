/** Pure: what each role of a team may do. */
import { type MemberScope, scopes, teamScopes } from './scopes.ts'

export const roles = ['owner', 'operations', 'support', 'developer'] as const
export type Role = (typeof roles)[number]

/**
 * The roles with each scope, besides owners, who have all. `developer (test)`: in test environments, where developers
 * try out what they build.
 */
const rolesByScope: Record<MemberScope, readonly (Role | 'developer (test)')[]> = {
  'shipments:read': ['operations', 'support', 'developer'],
  'shipments:write': ['operations', 'developer (test)'],
  'quotes:read': ['operations', 'support', 'developer'],
  'quotes:write': ['operations', 'developer (test)'],
  'bookings:read': ['operations', 'support', 'developer'],
  'bookings:write': ['operations', 'developer (test)'],
  'webhooks:read': ['operations', 'support', 'developer'],
  'webhooks:write': ['developer'],
  'carriers:read': ['operations', 'support', 'developer'],
  'carriers:write': ['developer (test)'],
  'drivers:read': ['operations', 'support', 'developer'],
  'drivers:write': ['operations', 'developer (test)'],
  'events:read': ['operations', 'support', 'developer'],
  'api_log:read': ['developer'],
  'views:read': ['operations', 'support', 'developer'],
  'views:write': ['operations', 'support', 'developer'],
  'settings:read': ['operations', 'support', 'developer'],
  'settings:write': ['developer (test)'],
  'api_keys:read': ['developer'],
  'api_keys:write': ['developer'],
  'team:read': ['operations', 'support', 'developer'],
  'team:write': [],
  'audit_log:read': [],
}

const allScopes: readonly MemberScope[] = [...scopes, ...teamScopes]

const scopesIn = (role: Role, livemode: boolean): ReadonlySet<MemberScope> =>
  new Set(
    allScopes.filter(
      (scope) =>
        role === 'owner' ||
        rolesByScope[scope].includes(role) ||
        (role === 'developer' && !livemode && rolesByScope[scope].includes('developer (test)')),
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
