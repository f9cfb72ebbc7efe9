import { Trans } from '@lingui/react/macro'
import { AlertDialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { useFocusReturn } from './focus-return.ts'

interface ConfirmDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  /** Describes the effect, and whether it can be undone. */
  children: ReactNode
  /** The verb of the action: "Cancel shipment". */
  action: ReactNode
  onConfirm: () => void
  busy?: boolean
  danger?: boolean
}

/** Asks before an action that cannot be undone. Stays open until `onOpenChange`: close it when the action has succeeded. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, children, action, onConfirm, busy, danger } = props
  const returnFocus = useFocusReturn(open)
  return (
    <AlertDialog.Root open={open} onOpenChange={onOpenChange}>
      <AlertDialog.Portal>
        <AlertDialog.Overlay className="fixed inset-0 z-40 bg-overlay animate-fade" />
        <AlertDialog.Content
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-4 top-[16vh] z-50 mx-auto max-w-md rounded-xl border bg-raised p-5 shadow-lg animate-rise focus:outline-none"
        >
          <AlertDialog.Title className="text-lg font-semibold">{title}</AlertDialog.Title>
          <AlertDialog.Description asChild>
            <div className="mt-2 text-muted">{children}</div>
          </AlertDialog.Description>
          <div className="mt-5 flex flex-wrap justify-end gap-2">
            <AlertDialog.Cancel asChild>
              <Button>
                <Trans>Go back</Trans>
              </Button>
            </AlertDialog.Cancel>
            <Button variant={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
              {action}
            </Button>
          </div>
        </AlertDialog.Content>
      </AlertDialog.Portal>
    </AlertDialog.Root>
  )
}
