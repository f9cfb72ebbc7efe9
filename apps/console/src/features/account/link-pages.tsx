import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter } from '@tanstack/react-router'
import type { SignInChallenge } from '@waybill/sdk'
import { type ReactNode, useEffect, useState } from 'react'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { type ApiForm, useApiForm } from '../../forms/use-api-form.ts'
import { startSession } from '../../session/session.ts'
import { acceptInvitation, isChallenge, resetPassword, type SignInAnswer } from '../../session/session-calls.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Input } from '../../ui/input.tsx'
import { LinkAccountNote, useLinkAccount } from './link-account.tsx'
import { EntryFrame } from './sign-in-page.tsx'

interface LinkValues {
  name: string
  password: string
}

/** Opened by the link of an invitation: `/console/accept-invitation#token=…`. */
export function AcceptInvitationPage() {
  const { t } = useLingui()
  return (
    <LinkPage
      title={t`Join the team`}
      action={<Trans>Join</Trans>}
      send={(token, { name, password }) => acceptInvitation({ token, name, password })}
      before={(form) => (
        <Field label={t`Your name`} required error={form.findError('name')}>
          {(control) => <Input {...control} autoComplete="name" autoFocus {...form.register('name')} />}
        </Field>
      )}
    />
  )
}

/** Opened by the link that an owner has made: `/console/reset-password#token=…`. */
export function ResetPasswordPage() {
  const { t } = useLingui()
  return (
    <LinkPage
      title={t`Set a new password`}
      action={<Trans>Set the password</Trans>}
      send={(token, { password }) => resetPassword({ token, password })}
    />
  )
}

interface LinkPageProps {
  title: string
  action: ReactNode
  send: (token: string, values: LinkValues) => Promise<SignInAnswer>
  before?: (form: ApiForm<LinkValues>) => ReactNode
}

/** The token stays in the fragment until it has worked: a reload keeps it. */
function LinkPage({ title, action, send, before }: LinkPageProps) {
  const { t } = useLingui()
  const { history } = useRouter()
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '')
  useEffect(() => {
    document.title = `${title} · Waybill`
  }, [title])
  const [begun, setBegun] = useState<SignInChallenge | null>(null)
  const [unusable, setUnusable] = useState<unknown>(null)
  const opened = useLinkAccount(token, setUnusable)
  const form = useApiForm<LinkValues>({
    defaultValues: { name: '', password: '' },
    async submit(values) {
      const answer = await send(token, values)
      if (isChallenge(answer)) return setBegun(answer)
      startSession(answer)
      history.replace('/')
    },
  })
  if (begun)
    return (
      <EntryFrame title={t`Sign in`}>
        <p className="mb-4 text-muted">
          <Trans>The password is set.</Trans>
        </p>
        <SignInForm begun={begun} onSignedIn={() => history.replace('/')} />
      </EntryFrame>
    )
  return (
    <EntryFrame title={title}>
      <form className="flex flex-col gap-3.5" noValidate onSubmit={form.onSubmit}>
        {opened && <LinkAccountNote opened={opened} />}
        {unusable !== null && <ErrorNote error={unusable} />}
        {before?.(form)}
        <Field
          label={t`New password`}
          hint={t`At least 12 characters, and not a common one.`}
          required
          error={form.findError('password')}
        >
          {(control) => (
            <Input {...control} type="password" autoComplete="new-password" {...form.register('password')} />
          )}
        </Field>
        <ErrorSummary problems={form.problems} failure={form.failure} />
        <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
          {action}
        </Button>
      </form>
    </EntryFrame>
  )
}
