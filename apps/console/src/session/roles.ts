import { useLingui } from '@lingui/react/macro'

export const ROLES = ['owner', 'operations', 'support', 'viewer', 'developer'] as const
export type Role = (typeof ROLES)[number]

export const isRole = (role: string): role is Role => ROLES.some((one) => one === role)

/** The names of the roles; a role of a later Waybill is shown by its code. */
export function useRoleNames(): (role: string) => string {
  const { t } = useLingui()
  const names: Record<Role, string> = {
    owner: t`Owner`,
    operations: t`Operations`,
    support: t`Support`,
    viewer: t`Viewer`,
    developer: t`Developer`,
  }
  return (role) => (isRole(role) ? names[role] : role)
}
