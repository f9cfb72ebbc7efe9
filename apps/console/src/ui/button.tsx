import { cva, type VariantProps } from 'class-variance-authority'
import { LoaderCircle } from 'lucide-react'
import { Slot } from 'radix-ui'
import type { ComponentProps } from 'react'
import { cn } from './class-names.ts'

const look = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md font-medium whitespace-nowrap select-none disabled:opacity-60 disabled:cursor-not-allowed [&_svg]:size-4 [&_svg]:shrink-0',
  {
    variants: {
      variant: {
        primary: 'bg-accent-fill text-on-fill hover:bg-accent-fill-hover',
        secondary: 'border border-outline bg-surface text-text hover:bg-hover',
        ghost: 'text-text hover:bg-hover',
        danger: 'bg-danger-fill text-on-fill hover:bg-danger-fill-hover',
        link: 'text-accent underline underline-offset-2',
      },
      size: {
        sm: 'min-h-7 px-2 text-sm',
        md: 'min-h-8 px-3 text-base',
        icon: 'size-8 text-base',
      },
    },
    compoundVariants: [{ variant: 'link', class: 'px-0' }],
    defaultVariants: { variant: 'secondary', size: 'md' },
  },
)

interface ButtonProps extends ComponentProps<'button'>, VariantProps<typeof look> {
  /** Gives the look to its only child, such as a link. */
  asChild?: boolean
  /** Shows that the action runs, and refuses a second click. */
  busy?: boolean
}

/** A button. With `size="icon"` pass `aria-label`. */
export function Button({ variant, size, asChild, busy = false, className, children, ...rest }: ButtonProps) {
  if (asChild) {
    return (
      <Slot.Root className={cn(look({ variant, size }), className)} {...rest}>
        {children}
      </Slot.Root>
    )
  }
  return (
    <button
      type="button"
      className={cn(look({ variant, size }), className)}
      aria-busy={busy || undefined}
      {...rest}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      {busy && <LoaderCircle className="animate-spin" aria-hidden />}
      {children}
    </button>
  )
}
