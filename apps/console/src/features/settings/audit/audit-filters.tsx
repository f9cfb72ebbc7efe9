import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useApi } from '../../../session/workspace.ts'
import { Input, Select } from '../../../ui/input.tsx'
import { type ActionGroup, actionGroups } from './actions.ts'
import { auditQueries } from './queries.ts'

const groups = Object.keys(actionGroups) as ActionGroup[]

/** Kept in the URL. */
export function AuditFilters() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/settings/$tab' })
  const { who, what, from, to } = useSearch({ from: '/signed-in/settings' })
  const { data: members = [] } = useQuery(auditQueries(useApi()).members())
  const set = (change: Partial<Record<'who' | 'what' | 'from' | 'to', string | undefined>>) =>
    navigate({ search: (before) => ({ ...before, ...change }) as never, replace: true })
  return (
    <div className="grid max-w-3xl grid-cols-2 gap-3 sm:grid-cols-4">
      <Labelled name={t`Who`}>
        <Select value={who ?? ''} onChange={({ target }) => set({ who: target.value || undefined })}>
          <option value="">{t`Everybody`}</option>
          {members.map(({ user_id, name }) => (
            <option key={user_id} value={user_id}>
              {name}
            </option>
          ))}
          {who && !members.some(({ user_id }) => user_id === who) && <option value={who}>{who}</option>}
        </Select>
      </Labelled>
      <Labelled name={t`What`}>
        <Select value={what ?? ''} onChange={({ target }) => set({ what: target.value || undefined })}>
          <option value="">{t`Everything`}</option>
          {groups.map((group) => (
            <option key={group} value={group}>
              {t(actionGroups[group].name)}
            </option>
          ))}
        </Select>
      </Labelled>
      <Labelled name={t`From`}>
        <Input
          type="date"
          value={from ?? ''}
          max={to}
          onChange={({ target }) => set({ from: target.value || undefined })}
        />
      </Labelled>
      <Labelled name={t`Until`}>
        <Input
          type="date"
          value={to ?? ''}
          min={from}
          onChange={({ target }) => set({ to: target.value || undefined })}
        />
      </Labelled>
    </div>
  )
}

const Labelled = ({ name, children }: { name: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noLabelWithoutControl: the control is the child
  <label className="flex flex-col gap-1">
    <span className="text-sm font-medium">{name}</span>
    {children}
  </label>
)
