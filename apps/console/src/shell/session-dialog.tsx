import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { signOut, useSession, useSessionExpired } from '../session/session.ts'
import { SignInForm } from '../session/sign-in-form.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** Over the page as it is when the session has ended: after signing in again, the person goes on where they were. */
export function SessionDialog() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { user } = useSession()
  const expired = useSessionExpired()
  return (
    <Dialog
      open={expired}
      onOpenChange={(open) => open || void signOut()}
      persistent
      size="sm"
      title={t`Sign in again`}
      description={<Trans>Your session has ended. What you typed is kept.</Trans>}
    >
      <SignInForm email={user.email} onSignedIn={() => void queryClient.invalidateQueries()} />
    </Dialog>
  )
}
