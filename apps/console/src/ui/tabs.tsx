import { Tabs as Radix } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/**
 * A row of tabs that scrolls sideways. Its line is a shadow under the tabs, which the open one covers: tabs that reach over a
 * border scroll upwards, too.
 */
export const tabRow = 'flex overflow-x-auto shadow-[inset_0_-1px_var(--color-line)]'

/** Tabs of one page. Keep the open one in the URL: pass `value` and `onValueChange`. */
export const Tabs = Radix.Root

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return <Radix.List className={cn(tabRow, 'gap-1', className)} {...rest} />
}

/** On a phone, long names take two lines before a tab leaves the row. */
export function Tab({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={cn(
        'min-h-9 border-b-2 border-transparent px-2.5 text-muted hover:text-text focus-visible:-outline-offset-2 sm:whitespace-nowrap data-[state=active]:border-accent data-[state=active]:font-medium data-[state=active]:text-text',
        className,
      )}
      {...rest}
    />
  )
}

export function TabPanel({ className, ...rest }: ComponentProps<typeof Radix.Content>) {
  return <Radix.Content className={cn('pt-4', className)} {...rest} />
}
