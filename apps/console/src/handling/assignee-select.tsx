import { useLingui } from '@lingui/react/macro'
import type { ComponentProps } from 'react'
import { Select } from '../ui/input.tsx'
import { useMembers } from './actor-name.ts'

/** A choice of a member who can sign in, or of nobody. One who has left stays chosen until another is. */
export function AssigneeSelect({ value, ...rest }: ComponentProps<'select'> & { value: string }) {
  const { t } = useLingui()
  const { members = [], toName } = useMembers()
  const active = members.filter((member) => member.active)
  const isListed = value === '' || active.some(({ user_id }) => user_id === value)
  return (
    <Select {...rest} value={value}>
      <option value="">{t`Nobody`}</option>
      {!isListed && <option value={value}>{toName(value)}</option>}
      {active.map(({ user_id, name, email }) => (
        <option key={user_id} value={user_id}>
          {name || email}
        </option>
      ))}
    </Select>
  )
}
