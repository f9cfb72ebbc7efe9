import { Trans, useLingui } from '@lingui/react/macro'
import { WaybillError } from '@waybill/sdk'
import { type FormEvent, useState } from 'react'
import { Field } from '../forms/field.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-state.tsx'
import { Input } from '../ui/input.tsx'
import { startSession } from './session.ts'
import { signIn } from './session-calls.ts'

interface SignInFormProps {
  /** Known when somebody signs in again. */
  email?: string
  onSignedIn: () => void
}

/** E-mail, password, and the code of the authenticator app once the API asks for it. */
export function SignInForm({ email = '', onSignedIn }: SignInFormProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [wantsCode, setWantsCode] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    const code = text('totp_code').replaceAll(' ', '')
    setBusy(true)
    setFailure(null)
    try {
      startSession(
        await signIn({ email: text('email').trim(), password: text('password'), ...(code && { totp_code: code }) }),
      )
      onSignedIn()
    } catch (error) {
      const asksForCode = error instanceof WaybillError && asksForTotp(error)
      if (asksForCode) setWantsCode(true)
      setFailure(asksForCode && !wantsCode ? null : error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3.5" noValidate>
      <Field label={t`E-mail`}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username"
            defaultValue={email}
            autoFocus={!email}
          />
        )}
      </Field>
      <Field label={t`Password`}>
        {(control) => (
          <Input {...control} name="password" type="password" autoComplete="current-password" autoFocus={!!email} />
        )}
      </Field>
      {wantsCode && (
        <Field label={t`Code of your authenticator app`} hint={t`Or one of your recovery codes.`}>
          {(control) => (
            <Input {...control} name="totp_code" autoComplete="one-time-code" inputMode="numeric" autoFocus />
          )}
        </Field>
      )}
      {failure !== null && <ErrorNote error={failure} />}
      <Button type="submit" variant="primary" busy={busy}>
        <Trans>Sign in</Trans>
      </Button>
    </form>
  )
}

/** The password is right, and a code is missing or wrong. */
const asksForTotp = ({ code, details }: WaybillError): boolean =>
  code.startsWith('totp') || details.some(({ field }) => field === 'totp_code')
