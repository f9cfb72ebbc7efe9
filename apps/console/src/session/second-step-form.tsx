import { Trans, useLingui } from '@lingui/react/macro'
import { type SignInChallenge, WaybillError } from '@waybill/sdk'
import { type FormEvent, useState } from 'react'
import { Field } from '../forms/field.tsx'
import { asSentence } from '../forms/problems.ts'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-state.tsx'
import { Input } from '../ui/input.tsx'
import { startSession } from './session.ts'
import { signInWithCode } from './session-calls.ts'

interface SecondStepFormProps {
  challenge: SignInChallenge
  onSignedIn: () => void
  /** Back to the password. */
  onRestart: (failure: unknown) => void
}

/** The code of the authenticator app, or a recovery code. */
export function SecondStepForm({ challenge, onSignedIn, onRestart }: SecondStepFormProps) {
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [wantsRecovery, setWantsRecovery] = useState(false)

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const code = String(new FormData(event.currentTarget).get('code') ?? '')
    setBusy(true)
    setFailure(null)
    try {
      startSession(await signInWithCode({ challenge: challenge.challenge, code }))
      onSignedIn()
    } catch (error) {
      if (error instanceof WaybillError && error.code === 'challenge_not_valid') onRestart(error)
      else setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const problem = failure instanceof WaybillError ? failure.details.find(({ field }) => field === 'code') : undefined
  return (
    <form onSubmit={submit} className="flex flex-col gap-3.5" noValidate>
      <Field
        key={String(wantsRecovery)}
        label={wantsRecovery ? t`Recovery code` : t`Code of your authenticator app`}
        hint={wantsRecovery ? t`Each of them works once.` : t`Six digits, new every half minute.`}
        {...(problem && { error: asSentence(problem.message) })}
      >
        {(control) => (
          <Input
            {...control}
            name="code"
            autoComplete={wantsRecovery ? 'off' : 'one-time-code'}
            inputMode={wantsRecovery ? 'text' : 'numeric'}
            autoFocus
            className="font-mono tracking-wider"
          />
        )}
      </Field>
      {failure !== null && problem === undefined && <ErrorNote error={failure} />}
      <Button type="submit" variant="primary" busy={busy}>
        <Trans>Sign in</Trans>
      </Button>
      <div className="flex flex-wrap justify-between gap-x-4 gap-y-1">
        <Button
          variant="link"
          size="sm"
          onClick={() => {
            setFailure(null)
            setWantsRecovery(!wantsRecovery)
          }}
        >
          {wantsRecovery ? <Trans>Use the authenticator app</Trans> : <Trans>Use a recovery code</Trans>}
        </Button>
        <Button variant="link" size="sm" onClick={() => onRestart(null)}>
          <Trans>Start again</Trans>
        </Button>
      </div>
    </form>
  )
}
