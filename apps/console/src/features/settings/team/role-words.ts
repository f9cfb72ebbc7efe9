import { useLingui } from '@lingui/react/macro'

export const ROLES = ['owner', 'operations', 'support', 'viewer', 'developer'] as const
export type Role = (typeof ROLES)[number]

const isRole = (role: string): role is Role => ROLES.some((one) => one === role)

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

/** A sentence about each role; undefined for a role of a later Waybill. */
export function useRoleWords(): (role: string) => string | undefined {
  const { t } = useLingui()
  const words: Record<Role, string> = {
    owner: t`May do everything, and manages the team.`,
    operations: t`Ships, books, prints, changes and cancels. Sees no settings but pickup locations, presets and printers.`,
    support: t`Sees every shipment, changes and cancels it. Spends no money: does not book.`,
    viewer: t`Sees shipments, carriers, webhooks and settings. Changes nothing.`,
    developer: t`Makes API keys and webhooks. Ships and changes settings in test environments only.`,
  }
  return (role) => (isRole(role) ? words[role] : undefined)
}
