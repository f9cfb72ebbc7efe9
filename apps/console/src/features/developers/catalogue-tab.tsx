import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { EventType } from '@waybill/sdk'
import { useState } from 'react'
import { useApi, useCan } from '../../session/workspace.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Input } from '../../ui/input.tsx'
import { JsonView } from '../../ui/json-view.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { developerQueries } from './queries.ts'

/** Every type of event: when it is sent, and an example. */
export function CatalogueTab() {
  const { t } = useLingui()
  const { data, error, refetch } = useQuery(developerQueries(useApi()).eventTypes())
  const [text, setText] = useState('')
  if (data === undefined) return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />
  const words = text.toLowerCase().split(/\s+/)
  const found = data.filter((one) =>
    words.every((word) => `${one.type} ${one.description}`.toLowerCase().includes(word)),
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <Input
          type="search"
          aria-label={t`Search the event types`}
          placeholder={t`Search`}
          className="w-64"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <a className="text-accent underline" href="/docs/webhooks" target="_blank" rel="noreferrer">
          <Trans>Guide to webhooks</Trans>
        </a>
      </div>
      <ul aria-label={t`Event types`} className="divide-y rounded-md border bg-surface">
        {found.map((one) => (
          <TypeRow key={one.type} eventType={one} />
        ))}
      </ul>
      {found.length === 0 && (
        <p className="text-muted">
          <Trans>No type has these words.</Trans>
        </p>
      )}
    </div>
  )
}

function TypeRow({ eventType: { type, description, example } }: { eventType: EventType }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const mayReadEvents = useCan('events:read')
  return (
    <li className="px-3 py-2">
      <p className="flex flex-wrap items-baseline gap-x-3">
        <code className="grow font-mono text-sm font-medium">{type}</code>
        {mayReadEvents && (
          <Link
            to="/developers"
            search={{ tab: 'events', type }}
            aria-label={t`Latest events: ${type}`}
            className="text-sm text-accent underline"
          >
            <Trans>Latest events</Trans>
          </Link>
        )}
      </p>
      <p className="text-muted">{description}</p>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className="min-h-6 text-sm text-muted">
          <Trans>Example</Trans>
        </summary>
        {isOpen && <JsonView value={example} label={t`Example of ${type}`} />}
      </details>
    </li>
  )
}
