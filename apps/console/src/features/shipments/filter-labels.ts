import { useLingui } from '@lingui/react/macro'
import { useCodeNames } from '../../format/code-names.ts'
import { useFormat } from '../../format/use-format.ts'
import { useMembers } from '../../handling/actor-name.ts'
import { useCarrierNames } from '../../handling/carrier-names.ts'
import type { Filters } from './search.ts'

/** The words for a filter, and for what it is set to. `search`: the filters that are shown, if any are. */
export function useFilterLabels(search: Filters = {}) {
  const { t } = useLingui()
  const format = useFormat()
  const statusLabel = useCodeNames()
  const { toName } = useMembers(search.assignee_id !== undefined)
  const isByCarrier = (search.carrier_code ?? search.service_code) !== undefined
  const { toCarrier, toService } = useCarrierNames(isByCarrier)
  const names: Record<keyof Filters, string> = {
    q: t`Text`,
    status: t`Status`,
    waiting_for: t`Waits for`,
    merchant_order_ref: t`Reference`,
    metadata: t`Metadata`,
    created_from: t`Created from`,
    created_to: t`Created to`,
    updated_from: t`Changed from`,
    updated_to: t`Changed to`,
    arrival_from: t`Arrival from`,
    arrival_to: t`Arrival to`,
    collection_from: t`Collection from`,
    collection_to: t`Collection to`,
    carrier_code: t`Carrier`,
    service_code: t`Service`,
    tracking_number: t`Tracking number`,
    failure_reason: t`Failed because`,
    incident: t`Incident`,
    late: t`Late`,
    tag: t`Tags`,
    assignee_id: t`Assigned to`,
    note: t`Note`,
  }
  const assignees: Record<string, string> = { me: t`Me`, none: t`Nobody` }
  const stages = { pickup: t`Pickup`, delivery: t`Delivery` }
  const waits = { booking: t`Booking`, courier: t`Courier`, release: t`The end of the hold` }
  const toText = (filters: Filters, name: keyof Filters): string => {
    const value = filters[name]
    if (value === undefined) return ''
    if (name === 'status') return (filters.status ?? []).map(statusLabel).join(', ')
    if (name === 'late') return (filters.late ?? []).map((stage) => stages[stage]).join(', ')
    if (name === 'incident' || name === 'failure_reason') return (filters[name] ?? []).map(statusLabel).join(', ')
    if (name === 'waiting_for') return (filters.waiting_for ?? []).map((wait) => waits[wait]).join(', ')
    if (name === 'assignee_id') return (filters.assignee_id ?? []).map((id) => assignees[id] ?? toName(id)).join(', ')
    if (name === 'carrier_code') return (filters.carrier_code ?? []).map(toCarrier).join(', ')
    if (name === 'service_code') return (filters.service_code ?? []).map(toService).join(', ')
    if (Array.isArray(value)) return value.join(', ')
    if (typeof value === 'object') return entryLines(value).join(', ')
    return /^\d{4}-\d{2}-\d{2}$/.test(value) && /_(?:from|to)$/.test(name) ? format.date(value) : value
  }
  return { names, stages, assignees, toText }
}

/** `key=value`, one for each entry. */
export const entryLines = (metadata: Record<string, string> = {}): string[] =>
  Object.entries(metadata).map(([key, value]) => `${key}=${value}`)
