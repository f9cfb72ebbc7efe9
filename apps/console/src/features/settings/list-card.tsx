import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'

interface ListCardProps {
  title: string
  /** The verb of the button that adds one, and of its command. */
  addTitle: string
  commandId: string
  /** Opens the form to add one. Without it, the role may only read. */
  onAdd: (() => void) | undefined
  /** The rows; undefined until they are loaded. */
  rows: ReactNode[] | undefined
  error: Error | null
  onRetry: () => void
  icon: ReactNode
  emptyTitle: ReactNode
  emptyText: ReactNode
}

/** A list of what a merchant has set up, with a button and the command `c` to add to it. */
export function ListCard(props: ListCardProps) {
  const { title, addTitle, commandId, onAdd, rows, error, onRetry, icon, emptyTitle, emptyText } = props
  const { t } = useLingui()
  useCommands(onAdd ? [{ id: commandId, title: addTitle, group: t`Settings`, shortcut: 'c', run: onAdd }] : [])
  const add = onAdd && (
    <Button variant="primary" onClick={onAdd}>
      <Plus aria-hidden />
      {addTitle}
    </Button>
  )
  return (
    <Card title={title} actions={rows?.length ? add : undefined}>
      {rows?.length === 0 ? (
        <EmptyState icon={icon} title={emptyTitle} action={add}>
          {emptyText}
        </EmptyState>
      ) : rows ? (
        <ul aria-label={title} className="flex flex-col divide-y">
          {rows}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={onRetry} />
      ) : (
        <SkeletonLines />
      )}
    </Card>
  )
}

interface ListRowProps {
  name: string
  /** Without it, the role may only read. */
  onOpen: (() => void) | undefined
  onDelete: () => void
  children: ReactNode
}

export function ListRow({ name, onOpen, onDelete, children }: ListRowProps) {
  const { t } = useLingui()
  return (
    <li className="flex items-center gap-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 grow">{children}</div>
      {onOpen && (
        <>
          <Button size="sm" aria-label={t`Change ${name}`} onClick={onOpen}>
            <Trans>Change</Trans>
          </Button>
          <Button variant="ghost" size="icon" aria-label={t`Delete ${name}`} onClick={onDelete}>
            <Trash2 aria-hidden />
          </Button>
        </>
      )}
    </li>
  )
}
