import { type ReactNode, useEffect } from 'react'
import { announce } from './announcer.tsx'
import { cn } from './class-names.ts'

interface PageProps {
  /** The heading, and the title of the tab. */
  title: string
  /** Instead of the plain title, such as with a badge. */
  heading?: ReactNode
  /** Buttons beside the heading. */
  actions?: ReactNode
  children: ReactNode
  /** Uses the whole height without scrolling the page, for a grid. */
  fill?: boolean
}

/** The frame of each screen: heading, actions, content. */
export function Page({ title, heading, actions, children, fill = false }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Waybill`
    announce(title)
  }, [title])
  return (
    <div className={cn('flex min-h-full flex-col', fill && 'h-full')}>
      <header className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-2 lg:px-6">
        <h1 className="min-w-0 grow text-xl font-semibold wrap-anywhere">{heading ?? title}</h1>
        {actions}
      </header>
      <div className={cn('min-h-0 grow px-4 pb-6 lg:px-6', fill && 'flex flex-col pb-3')}>{children}</div>
    </div>
  )
}
