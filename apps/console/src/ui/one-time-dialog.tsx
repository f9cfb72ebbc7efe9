import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { CopyButton } from './copy-button.tsx'
import { Dialog } from './dialog.tsx'

interface OneTimeDialogProps {
  title: ReactNode
  description: ReactNode
  value: string
  /** Kind of the value, for the copy button: `link`. */
  what: string
  testId: string
  onClose: () => void
  children?: ReactNode
}

/** Shows a link or token that is not shown again. */
export function OneTimeDialog({ title, description, value, what, testId, onClose, children }: OneTimeDialogProps) {
  return (
    <Dialog
      open
      persistent
      onOpenChange={onClose}
      title={title}
      description={description}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p className="flex items-start gap-2 rounded-md border bg-sunken p-3 font-mono text-sm wrap-anywhere">
        <span className="grow" data-testid={testId}>
          {value}
        </span>
        <CopyButton text={value} what={what} />
      </p>
      {children}
    </Dialog>
  )
}
