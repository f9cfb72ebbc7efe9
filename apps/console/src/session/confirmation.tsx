import { Trans, useLingui } from '@lingui/react/macro'
import { WaybillError } from '@waybill/sdk'
import { KeyRound } from 'lucide-react'
import { useCallback, useState } from 'react'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Input } from '../ui/input.tsx'
import { toastError } from '../ui/toast.tsx'
import { askForPasskey, canUsePasskeys, isDismissed } from './passkeys.ts'
import { useSession } from './session.ts'
import { useApi } from './workspace.ts'

/** The person closed the dialog: nothing happens. */
class NotConfirmed extends Error {}

export const isNotConfirmed = (error: unknown): boolean => error instanceof NotConfirmed

interface Waiting {
  go: () => void
  stop: () => void
}

/**
 * `confirmed(action)` runs the action, and once more after the person has confirmed with password or passkey, if the API wants
 * that first. It rejects with the action's error, or with one for `isNotConfirmed`. Render `dialog`.
 */
export function useConfirmation() {
  const [waiting, setWaiting] = useState<Waiting | null>(null)
  const confirmed = useCallback(async <T,>(action: () => Promise<T>): Promise<T> => {
    try {
      return await action()
    } catch (error) {
      if (!(error instanceof WaybillError) || error.code !== 'confirmation_required') throw error
      await new Promise<void>((resolve, reject) => setWaiting({ go: resolve, stop: () => reject(new NotConfirmed()) }))
      return await action()
    }
  }, [])
  const close = (way: 'go' | 'stop') => {
    waiting?.[way]()
    setWaiting(null)
  }
  const dialog = waiting && <ConfirmationDialog onConfirmed={() => close('go')} onClose={() => close('stop')} />
  return { confirmed, dialog }
}

function ConfirmationDialog({ onConfirmed, onClose }: { onConfirmed: () => void; onClose: () => void }) {
  const { t } = useLingui()
  const { user } = useSession()
  const { session } = useApi()
  const [busy, setBusy] = useState(false)
  const form = useApiForm({
    defaultValues: { password: '' },
    async submit({ password }) {
      await session.confirm({ password })
      onConfirmed()
    },
  })
  const usePasskey = async () => {
    setBusy(true)
    try {
      await session.confirm({ credential: await askForPasskey(await session.confirmationOptions()) })
      onConfirmed()
    } catch (error) {
      if (!isDismissed(error)) toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const hasPasskey = canUsePasskeys() && user.passkeys_count > 0
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      size="sm"
      title={t`Is it you?`}
      description={<Trans>You signed in a while ago. Confirm before you change how you sign in.</Trans>}
    >
      <div className="flex flex-col gap-3.5">
        {user.has_password ? (
          <form
            className="flex flex-col gap-3.5"
            noValidate
            onSubmit={(event) => {
              // React passes events of a dialog on to the form that opened it, which would be sent, too.
              event.stopPropagation()
              void form.onSubmit(event)
            }}
          >
            <input hidden type="text" autoComplete="username" defaultValue={user.email} />
            <Field label={t`Password`} error={form.findError('password')}>
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="current-password"
                  autoFocus
                  {...form.register('password')}
                />
              )}
            </Field>
            {form.problems.length === 0 && <ErrorSummary problems={[]} failure={form.failure} />}
            <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
              <Trans>Confirm</Trans>
            </Button>
          </form>
        ) : (
          !hasPasskey && (
            <p>
              <Trans>
                You have no password to confirm with. Sign out, sign in again, and make the change within ten minutes.
              </Trans>
            </p>
          )
        )}
        {hasPasskey && (
          <Button busy={busy} onClick={usePasskey}>
            <KeyRound aria-hidden />
            <Trans>Confirm with a passkey</Trans>
          </Button>
        )}
      </div>
    </Dialog>
  )
}
