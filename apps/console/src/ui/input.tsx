import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

/** A field of one line. Give it a label: see `forms/field.tsx`. */
export function Input({ className, ...rest }: ComponentProps<'input'>) {
  return <input className={cn('control', className)} {...rest} />
}

export function Textarea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea rows={rows} className={cn('control', className)} {...rest} />
}

/** A choice among a few: the browser's own, which phones and screen readers know. For many use the combobox. */
export function Select({ className, ...rest }: ComponentProps<'select'>) {
  return <select className={cn('control', className)} {...rest} />
}

/** A check box with its label. */
export function Checkbox({ className, children, ...rest }: ComponentProps<'input'>) {
  return (
    <label className={cn('inline-flex min-h-6 items-center gap-2', className)}>
      <input type="checkbox" className="size-4 shrink-0 accent-accent-fill" {...rest} />
      {children}
    </label>
  )
}

/** A setting that applies at once, with its label. */
export function Switch({ className, children, ...rest }: ComponentProps<'input'> & { checked: boolean }) {
  return (
    <label className={cn('inline-flex min-h-6 items-center gap-2.5', className)}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={rest.checked}
        className="relative h-5 w-9 shrink-0 appearance-none rounded-full border border-outline bg-sunken transition-colors before:absolute before:inset-y-0.5 before:start-0.5 before:size-3.5 before:rounded-full before:bg-outline before:transition-transform checked:border-accent-fill checked:bg-accent-fill checked:before:translate-x-4 checked:before:bg-on-fill rtl:checked:before:-translate-x-4"
        {...rest}
      />
      {children}
    </label>
  )
}
