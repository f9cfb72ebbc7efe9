import { Plural } from '@lingui/react/macro'
import { type ReactNode, useId } from 'react'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import type { Work } from './queries.ts'

/** Rows of a section; the list behind its link has all. */
const SHOWN = 8

interface WorkSectionProps<T> {
  title: ReactNode
  tone: Tone
  query: { data: Work<T> | undefined; error: Error | null }
  getId: (row: T) => string
  row: (row: T) => ReactNode
  /** Makes the link to all of them, with its text. */
  all?: (text: ReactNode) => ReactNode
  /** The text of the link in the heading. */
  allText?: ReactNode
}

/**
 * One kind of work: how much there is, and the first of it. Nothing is shown of a kind without work, and of one that could
 * not be read: the page says once for all what has failed.
 */
export function WorkSection<T>({ title, tone, query, getId, row, all, allText }: WorkSectionProps<T>) {
  const id = useId()
  const { data, error } = query
  if (data ? data.rows.length === 0 : error !== null) return null
  const count = data?.rows.length ?? 0
  const more = <Plural value={count - SHOWN} one="# more" other="# more" />
  return (
    <section aria-labelledby={id} className="rounded-lg border bg-surface">
      <header className="flex min-h-11 items-center gap-2 border-b px-4">
        <h2 id={id} className="font-semibold">
          {title}
        </h2>
        {data && <Badge tone={tone}>{data.hasMore || count > 99 ? '99+' : count}</Badge>}
        <span className="grow" />
        {allText && all?.(allText)}
      </header>
      {!data ? (
        <div className="p-4">
          <SkeletonLines count={3} />
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {data.rows.slice(0, SHOWN).map((one) => (
            <li key={getId(one)} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 sm:flex-nowrap">
              {row(one)}
            </li>
          ))}
        </ul>
      )}
      {count > SHOWN && <p className="border-t px-4 py-2 text-sm text-muted">{all?.(more) ?? more}</p>}
    </section>
  )
}
