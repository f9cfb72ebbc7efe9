import { Trans, useLingui } from '@lingui/react/macro'
import { useBlocker } from '@tanstack/react-router'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Asks before a page with unsent changes is left. A form with a draft does not need it: what is typed is there on return. */
export function UnsavedGuard({ dirty }: { dirty: boolean }) {
  const { t } = useLingui()
  const blocker = useBlocker({ shouldBlockFn: () => dirty, enableBeforeUnload: dirty, withResolver: true })
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      onOpenChange={(open) => open || blocker.reset?.()}
      title={t`Leave without saving?`}
      action={t`Leave`}
      onConfirm={() => blocker.proceed?.()}
      danger
    >
      <Trans>What you changed on this page is lost.</Trans>
    </ConfirmDialog>
  )
}
