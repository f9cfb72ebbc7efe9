import { useLingui } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { cn } from './class-names.ts'
import { useFocusReturn } from './focus-return.ts'

interface DialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Read out with the title. */
  description?: ReactNode
  children?: ReactNode
  /** Buttons, the main one last. */
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** Kept open when the person clicks beside it, for forms. */
  persistent?: boolean
}

const widths = { sm: 'sm:max-w-sm', md: 'sm:max-w-lg', lg: 'sm:max-w-3xl' }
const overlay = 'fixed inset-0 z-40 bg-overlay animate-fade'

/** A dialog in the middle; on a phone at the bottom. Escape closes it, and the focus returns. */
export function Dialog({ size = 'md', ...props }: DialogProps) {
  return (
    <Frame
      {...props}
      className={cn(
        'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-xl animate-rise sm:inset-auto sm:start-1/2 sm:top-[12vh] sm:max-h-[76vh] sm:w-[calc(100vw-2rem)] sm:-translate-x-1/2 sm:rounded-xl rtl:sm:translate-x-1/2',
        widths[size],
      )}
    />
  )
}

/** A dialog over the end of the page, for one thing of a list. */
export function Sheet({ size = 'md', ...props }: DialogProps) {
  return (
    <Frame
      {...props}
      className={cn('inset-y-0 end-0 h-dvh w-full border-s animate-slide rtl:animate-fade', widths[size])}
    />
  )
}

function Frame({ open, onOpenChange, title, description, children, footer, persistent, className }: FrameProps) {
  const { t } = useLingui()
  const returnFocus = useFocusReturn(open)
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className={overlay} />
        <Radix.Content
          className={cn('fixed z-50 flex flex-col border bg-raised shadow-lg focus:outline-none', className)}
          onOpenAutoFocus={focusFirstField}
          onCloseAutoFocus={returnFocus}
          onInteractOutside={persistent ? (event) => event.preventDefault() : undefined}
          {...(description === undefined && { 'aria-describedby': undefined })}
        >
          <header className="flex items-start gap-3 border-b px-5 py-3.5">
            <div className="min-w-0 grow">
              <Radix.Title className="text-lg font-semibold">{title}</Radix.Title>
              {description !== undefined && (
                <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>
              )}
            </div>
            <Radix.Close asChild>
              <Button variant="ghost" size="icon" aria-label={t`Close`}>
                <X aria-hidden />
              </Button>
            </Radix.Close>
          </header>
          <div className="min-h-0 grow overflow-y-auto px-5 py-4">{children}</div>
          {footer && <footer className="flex flex-wrap justify-end gap-2 border-t px-5 py-3">{footer}</footer>}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

const FIRST_CONTROL = 'form :is(input:not([hidden], [type=hidden]), select, textarea):not(:disabled)'

/**
 * The focus begins in the form of a dialog, else at its button to close it. A dialog over another one takes it by
 * `data-first-field`: the one below has taken it back from the field that asked for it. On a touch screen a focused field
 * opens the keyboard over the form.
 */
function focusFirstField(event: Event): void {
  const content = event.currentTarget as HTMLElement
  const isTouched = window.matchMedia?.('(pointer: coarse)').matches
  const field =
    content.querySelector<HTMLElement>('[data-first-field]') ??
    (isTouched ? null : content.querySelector<HTMLElement>(FIRST_CONTROL))
  if (field === null) return
  event.preventDefault()
  field.focus()
}

type FrameProps = Omit<DialogProps, 'size'> & { className: string }
