import { Check } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cn } from './class-names.ts'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactNode
  children: ReactNode
  align?: 'start' | 'end'
  className?: string
}

/** A menu below a button. */
export function Menu({ trigger, children, align = 'end', className }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className={cn(
            'z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-lg border bg-raised p-1 shadow-lg animate-fade',
            className,
          )}
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const item =
  'flex min-h-8 items-center gap-2 rounded-md px-2 text-base outline-none select-none data-highlighted:bg-hover data-disabled:text-muted [&_svg]:size-4 [&_svg]:shrink-0'

export function MenuItem({ className, ...rest }: ComponentProps<typeof DropdownMenu.Item>) {
  return <DropdownMenu.Item className={cn(item, className)} {...rest} />
}

export function MenuCheckboxItem({ className, children, ...rest }: ComponentProps<typeof DropdownMenu.CheckboxItem>) {
  return (
    <DropdownMenu.CheckboxItem className={cn(item, className)} {...rest}>
      <Mark />
      {children}
    </DropdownMenu.CheckboxItem>
  )
}

export const MenuRadioGroup = DropdownMenu.RadioGroup

export function MenuRadioItem({ className, children, ...rest }: ComponentProps<typeof DropdownMenu.RadioItem>) {
  return (
    <DropdownMenu.RadioItem className={cn(item, className)} {...rest}>
      <Mark />
      {children}
    </DropdownMenu.RadioItem>
  )
}

const Mark = () => (
  <span className="flex size-4 items-center justify-center">
    <DropdownMenu.ItemIndicator>
      <Check aria-hidden />
    </DropdownMenu.ItemIndicator>
  </span>
)

export const MenuLabel = ({ children }: { children: ReactNode }) => (
  <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-xs font-medium text-muted">{children}</DropdownMenu.Label>
)

export const MenuSeparator = () => <DropdownMenu.Separator className="my-1 h-px bg-line" />
