import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { resumeSession, signOut, useSession, useSessionExpired } from '../session/session.ts'
import { Dialog } from '../ui/dialog.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

/** The form is not on the first screen, but is there before the session or the network ends. */
const LOADED_AFTER_MS = 5_000
const loadForm = async () => ({ default: (await import('../session/sign-in-form.tsx')).SignInForm })
const SignInForm = lazy(loadForm)

/** Over the page as it is when the session has ended: after signing in again, the person goes on where they were. */
export function SessionDialog() {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { user, merchant } = useSession()
  const expired = useSessionExpired()
  useEffect(() => {
    const timer = setTimeout(() => void loadForm().catch(() => {}), LOADED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    if (!expired) return
    const onFocus = async () => {
      if (await resumeSession()) await queryClient.invalidateQueries()
    }
    window.addEventListener('focus', onFocus)
    return () => window.removeEventListener('focus', onFocus)
  }, [expired, queryClient])
  return (
    <Dialog
      open={expired}
      onOpenChange={(open) => open || void signOut()}
      persistent
      size="sm"
      title={t`Sign in again`}
      description={<Trans>Your session has ended. What you typed is kept.</Trans>}
    >
      {!user.has_password && (
        <p className="mb-3">
          <Trans>
            You have no password. Open a new sign-in link in this browser, which the operator or another owner makes,
            and come back: this page goes on as it is.
          </Trans>
        </p>
      )}
      <Suspense fallback={<SkeletonLines />}>
        <SignInForm
          email={user.email}
          merchantId={merchant.merchant_id}
          onSignedIn={() => void queryClient.invalidateQueries()}
        />
      </Suspense>
    </Dialog>
  )
}
