import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/** A plain table of a few dozen rows. Long lists are grids: `grid/data-grid.tsx`. Name it by `aria-label` or a caption. */
export function Table({ className, ...rest }: ComponentProps<'table'>) {
  return (
    // A group that scrolls can be reached by keyboard. It is no landmark: the card around it is, often by the same name.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <div role="group" className="overflow-x-auto" tabIndex={0} aria-label={rest['aria-label']}>
      <table className={cn('w-full border-collapse text-start', className)} {...rest} />
    </div>
  )
}

/** `end`: the heading of numbers. */
export function Th({ className, end = false, ...rest }: ComponentProps<'th'> & { end?: boolean }) {
  return (
    <th
      scope="col"
      className={cn(
        'border-b px-3 py-2 text-sm font-medium whitespace-nowrap text-muted',
        end ? 'text-end' : 'text-start',
        className,
      )}
      {...rest}
    />
  )
}

export function Td({ className, ...rest }: ComponentProps<'td'>) {
  return <td className={cn('border-b px-3 py-2 align-top', className)} {...rest} />
}
