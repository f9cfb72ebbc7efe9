import { Trans, useLingui } from '@lingui/react/macro'
import { useFormat } from '../../format/use-format.ts'
import { signOut, useSession } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card, Fact, Facts } from '../../ui/card.tsx'
import { Page } from '../../ui/page.tsx'
import { toastError } from '../../ui/toast.tsx'

/** The person's own account. */
export function AccountPage() {
  const { t } = useLingui()
  const format = useFormat()
  const { user, merchant, role, expires_at } = useSession()
  return (
    <Page title={t`Account and sessions`}>
      <Card
        title={t`This session`}
        className="max-w-2xl"
        actions={
          <Button size="sm" onClick={() => void signOut().catch(toastError)}>
            <Trans>Sign out</Trans>
          </Button>
        }
      >
        <Facts>
          <Fact name={t`Name`}>{user.name}</Fact>
          <Fact name={t`E-mail`}>{user.email}</Fact>
          <Fact name={t`Merchant`}>{merchant.name}</Fact>
          <Fact name={t`Role`}>{role}</Fact>
          <Fact name={t`Ends at the latest`}>{format.time(expires_at)}</Fact>
        </Facts>
      </Card>
    </Page>
  )
}
