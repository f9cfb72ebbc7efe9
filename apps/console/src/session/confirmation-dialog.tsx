import { Trans, useLingui } from '@lingui/react/macro'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { ErrorSummary } from '../forms/error-summary.tsx'
import { Field } from '../forms/field.tsx'
import { useApiForm } from '../forms/use-api-form.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { ErrorNote } from '../ui/error-state.tsx'
import { Input } from '../ui/input.tsx'
import { toastError } from '../ui/toast.tsx'
import { endConfirmation } from './confirmation.ts'
import { askForPasskey, canUsePasskeys, isDismissed } from './passkeys.ts'
import { useSession } from './session.ts'
import { knownProvider } from './single-sign-on.ts'
import { SingleSignOnButton } from './single-sign-on-button.tsx'
import { useApi } from './workspace.ts'

/** Asks for the password or a passkey, over the page as it is. Closing it leaves the call undone, without an error. */
export function ConfirmationDialog() {
  const { t } = useLingui()
  const { user } = useSession()
  const { session } = useApi()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const form = useApiForm({
    defaultValues: { password: '' },
    async submit({ password }) {
      await session.confirm({ password })
      endConfirmation(true)
    },
  })
  const usePasskey = async () => {
    setBusy(true)
    try {
      await session.confirm({ credential: await askForPasskey(await session.confirmationOptions()) })
      endConfirmation(true)
    } catch (error) {
      if (!isDismissed(error)) toastError(error)
    } finally {
      setBusy(false)
    }
  }
  const providerId = knownProvider()
  const hasPasskey = canUsePasskeys() && user.passkeys_count > 0
  return (
    <Dialog
      open
      onOpenChange={(open) => open || endConfirmation(false)}
      persistent
      size="sm"
      title={t`Is it you?`}
      description={<Trans>Confirm it before you change who or what has access.</Trans>}
    >
      <div className="flex flex-col gap-3.5">
        {user.has_password ? (
          <form className="flex flex-col gap-3.5" noValidate onSubmit={form.onSubmit}>
            <input hidden type="text" autoComplete="username" defaultValue={user.email} />
            <Field label={t`Password`} error={form.findError('password')}>
              {(control) => (
                <Input
                  {...control}
                  type="password"
                  autoComplete="current-password"
                  autoFocus
                  data-first-field
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
          !hasPasskey &&
          providerId === null && (
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
        {failure !== null && <ErrorNote error={failure} />}
        {providerId !== null && (
          <>
            <SingleSignOnButton providerId={providerId} confirm onFailure={setFailure} />
            <p className="text-sm text-muted">
              <Trans>The identity provider leads you back to this page. Then make the change again.</Trans>
            </p>
          </>
        )}
      </div>
    </Dialog>
  )
}
