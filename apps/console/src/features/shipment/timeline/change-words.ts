import { useLingui } from '@lingui/react/macro'
import { readable } from '../../../format/statuses.ts'
import { useMembers } from '../../../handling/actor-name.ts'
import type { FieldChange } from './changes.ts'

/** A change as a line: "Recipient: post code: N1 9GU → N1 9GV". */
export function useChangeWords(): (change: FieldChange) => string {
  const { t } = useLingui()
  const { toName } = useMembers()
  const parts: Record<string, string> = {
    dropoff_address: t`Recipient`,
    pickup_address: t`Pickup`,
    parcels: t`Parcels`,
    metadata: t`Metadata`,
    tags: t`Tags`,
    assignee_id: t`Assigned to`,
    hold: t`Hold`,
    service_options: t`Options`,
    dropoff_instructions: t`Instructions for the delivery`,
    pickup_instructions: t`Instructions for the pickup`,
    collection_date: t`Collection`,
    merchant_order_ref: t`Reference`,
    name: t`name`,
    company: t`company`,
    address_line_1: t`street`,
    address_line_2: t`second line`,
    post_code: t`post code`,
    city: t`city`,
    province: t`province`,
    country: t`country`,
    weight: t`weight`,
    dimensions: t`size`,
    title: t`contents`,
    declared_value: t`value`,
  }
  return ({ name, before, after }) => {
    const [part = '', ...rest] = name.split('.')
    const field = rest.join('.')
    const label = [parts[part] ?? readable(part), field && (parts[field] ?? readable(field))].filter(Boolean).join(': ')
    const show = (value: string | null) => (value === null ? '–' : name === 'assignee_id' ? toName(value) : value)
    return `${label}: ${show(before)} → ${show(after)}`
  }
}
