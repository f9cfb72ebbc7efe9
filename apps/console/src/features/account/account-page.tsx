import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useFormat } from '../../format/use-format.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useRoleNames } from '../../session/roles.ts'
import { signOut, useSession } from '../../session/session.ts'
import { useApi } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Fact, Facts } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Input } from '../../ui/input.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { accountQueries, useEndSession, useUpdateUser } from './queries.ts'
import { PasskeysCard } from './security/passkeys-card.tsx'
import { TwoStepCard } from './security/two-step-card.tsx'

/** The person's own account: password, and where the person is signed in. */
export function AccountPage() {
  const { t } = useLingui()
  const format = useFormat()
  const roleName = useRoleNames()
  const { user, merchant, role, expires_at } = useSession()
  return (
    <Page title={t`Account and sessions`}>
      <div className="flex max-w-2xl flex-col gap-4">
        <Card
          title={t`This session`}
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
            <Fact name={t`Role`}>{roleName(role)}</Fact>
            <Fact name={t`Ends at the latest`}>{format.time(expires_at)}</Fact>
          </Facts>
        </Card>
        <PasswordCard hasPassword={user.has_password} />
        <TwoStepCard />
        <PasskeysCard />
        <SessionsCard />
      </div>
    </Page>
  )
}

function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useLingui()
  const update = useUpdateUser()
  const form = useApiForm({
    defaultValues: { current_password: '', password: '' },
    async submit({ current_password, password }) {
      await update.mutateAsync({ password, ...(hasPassword && { current_password }) })
      form.reset()
      toast(t`The password is changed. Your other sessions have ended.`)
    },
  })
  return (
    <Card title={<Trans>Password</Trans>}>
      <form className="flex flex-col gap-3" noValidate onSubmit={form.onSubmit}>
        {hasPassword && (
          <Field label={t`Current password`} error={form.findError('current_password')}>
            {(control) => (
              <Input
                {...control}
                type="password"
                autoComplete="current-password"
                {...form.register('current_password')}
              />
            )}
          </Field>
        )}
        <Field
          label={t`New password`}
          hint={t`At least 12 characters, and not a common one.`}
          error={form.findError('password')}
        >
          {(control) => (
            <Input {...control} type="password" autoComplete="new-password" {...form.register('password')} />
          )}
        </Field>
        <ErrorSummary problems={form.problems} failure={form.failure} />
        <div>
          <Button type="submit" busy={form.formState.isSubmitting}>
            <Trans>Set the password</Trans>
          </Button>
        </div>
      </form>
    </Card>
  )
}

function SessionsCard() {
  const { t } = useLingui()
  const { data: sessions, error, refetch } = useQuery(accountQueries(useApi()).sessions())
  const end = useEndSession()
  const others = sessions?.filter(({ current }) => !current) ?? []
  return (
    <Card
      title={<Trans>Signed in</Trans>}
      actions={
        others.length > 1 && (
          <Button size="sm" busy={end.isPending} onClick={() => end.mutate(null)}>
            <Trans>End all others</Trans>
          </Button>
        )
      }
    >
      {sessions ? (
        <ul className="flex flex-col divide-y">
          {sessions.map((session) => (
            <li key={session.session_id} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
              <div className="min-w-0 grow">
                <p className="truncate">{session.user_agent ?? t`Unknown browser`}</p>
                <p className="text-sm text-muted">
                  {session.address} · <RelativeTime at={session.last_seen_at} />
                </p>
              </div>
              {session.current ? (
                <Badge tone="accent">
                  <Trans>This one</Trans>
                </Badge>
              ) : (
                <Button size="sm" disabled={end.isPending} onClick={() => end.mutate(session.session_id)}>
                  <Trans>End</Trans>
                </Button>
              )}
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Card>
  )
}
