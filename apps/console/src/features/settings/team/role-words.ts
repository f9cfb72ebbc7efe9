import { useLingui } from '@lingui/react/macro'
import { isRole, type Role } from '../../../session/roles.ts'

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
