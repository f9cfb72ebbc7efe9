import { useLingui } from '@lingui/react/macro'

export const ROLES = ['owner', 'operations', 'developer', 'support'] as const
export type Role = (typeof ROLES)[number]

/** The names of the roles; a role of a later Waybill is shown by its code. */
export function useRoleNames(): (role: string) => string {
  const { t } = useLingui()
  const names: Record<Role, string> = {
    owner: t`Owner: everything`,
    operations: t`Operations: ships and changes`,
    developer: t`Developer: keys, webhooks, calls`,
    support: t`Support: reads`,
  }
  return (role) => (role in names ? names[role as Role] : role)
}
