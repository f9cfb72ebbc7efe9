import { Trans, useLingui } from '@lingui/react/macro'
import { signOut } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { EntryFrame } from './sign-in-page.tsx'

/** For a member of a merchant without environments. */
export function NoEnvironmentPage() {
  const { t } = useLingui()
  return (
    <EntryFrame title={t`No environment`}>
      <p className="text-muted">
        <Trans>Your merchant has no environment yet. The operator of this Waybill can create one.</Trans>
      </p>
      <Button className="mt-4" onClick={() => void signOut()}>
        <Trans>Sign out</Trans>
      </Button>
    </EntryFrame>
  )
}
