import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from './class-names.ts'
import { tabRow } from './tabs.tsx'

/** The look of a link of `TabNav`. The open one has `aria-current="page"`. */
export const tabLink =
  'flex min-h-9 items-center border-b-2 border-transparent px-2.5 whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text'

/** Links to the tabs of a screen: a row that scrolls on a phone, with the open tab in view. */
export function TabNav({ label, open, children }: { label: string; open: string | undefined; children: ReactNode }) {
  const row = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is another current link
  useEffect(() => {
    row.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  return (
    <nav ref={row} aria-label={label} className={cn(tabRow, '-mx-4 mb-4 gap-1 px-4 lg:-mx-6 lg:px-6')}>
      {children}
    </nav>
  )
}
