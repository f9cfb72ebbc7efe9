import { type ReactNode, useId } from 'react'
import { cn } from './class-names.ts'

interface CardProps {
  title?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  children: ReactNode
  className?: string
}

/** A part of a page with a frame. With a title it is a landmark. */
export function Card({ title, actions, children, className }: CardProps) {
  const titleId = useId()
  return (
    <section className={cn('rounded-lg border bg-surface', className)} aria-labelledby={title ? titleId : undefined}>
      {title !== undefined && (
        <header className="flex min-h-11 flex-wrap items-center gap-2 border-b px-4 py-1.5">
          <h2 id={titleId} className="grow font-semibold">
            {title}
          </h2>
          {actions}
        </header>
      )}
      <div className="p-4">{children}</div>
    </section>
  )
}

/** A part of a page that few people need: open it to see it. */
export function FoldedCard({ title, children }: { title: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className="rounded-lg border bg-surface" aria-labelledby={titleId}>
      <details>
        <summary className="flex min-h-11 items-center px-4 font-semibold">
          <h2 id={titleId}>{title}</h2>
        </summary>
        <div className="border-t p-4">{children}</div>
      </details>
    </section>
  )
}

/** Facts as a list of names and values. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-4 gap-y-1.5">{children}</dl>
)

export const Fact = ({ name, children }: { name: ReactNode; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="min-w-0 wrap-anywhere">{children}</dd>
  </>
)
