import { Trans, useLingui } from '@lingui/react/macro'
import type { SignInChallenge } from '@waybill/sdk'
import { KeyRound } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Field } from '../forms/field.tsx'
import { Button } from '../ui/button.tsx'
import { ErrorNote } from '../ui/error-state.tsx'
import { Input } from '../ui/input.tsx'
import { findMerchants, MerchantChoice, type MerchantQuestion } from './merchant-choice.tsx'
import { canUsePasskeys } from './passkeys.ts'
import { SecondStepForm } from './second-step-form.tsx'
import { startSession } from './session.ts'
import { isChallenge, type SignInAnswer, signIn } from './session-calls.ts'
import { knownProvider } from './single-sign-on.ts'
import { SingleSignOnButton } from './single-sign-on-button.tsx'
import { usePasskeySignIn } from './use-passkey-sign-in.ts'

interface SignInFormProps {
  /** Known when somebody signs in again. */
  email?: string
  /** The merchant of that person. */
  merchantId?: string
  /** Challenge of a first step that was completed elsewhere, such as by a link. */
  begun?: SignInChallenge
  /** The identity provider of a link to sign in. */
  provider?: string
  /** Where to go on after the way to a provider; undefined: to the page that is open. */
  next?: string
  onSignedIn: () => void
}

/**
 * E-mail and password, then the merchant if they are right for several, then the code of the authenticator app if the person has
 * one; a passkey; or the identity provider.
 */
export function SignInForm({ email = '', merchantId, begun, provider, next, onSignedIn }: SignInFormProps) {
  const [challenge, setChallenge] = useState<SignInChallenge | null>(begun ?? null)
  const [question, setQuestion] = useState<MerchantQuestion | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const onAnswer = (answer: SignInAnswer) => {
    if (isChallenge(answer)) return setChallenge(answer)
    startSession(answer)
    onSignedIn()
  }
  if (challenge)
    return (
      <SecondStepForm
        challenge={challenge}
        onSignedIn={onSignedIn}
        onRestart={(reason) => {
          setFailure(reason)
          setQuestion(null)
          setChallenge(null)
        }}
      />
    )
  if (question)
    return (
      <MerchantChoice
        question={question}
        onAnswer={onAnswer}
        onRestart={(reason) => {
          setFailure(reason)
          setQuestion(null)
        }}
      />
    )
  return (
    <FirstStepForm
      email={email}
      {...(merchantId !== undefined && { merchantId })}
      providerId={knownProvider(provider)}
      {...(next !== undefined && { next })}
      failure={failure}
      onFailure={setFailure}
      onQuestion={setQuestion}
      onAnswer={onAnswer}
      onSignedIn={onSignedIn}
    />
  )
}

interface FirstStepFormProps {
  email: string
  merchantId?: string
  providerId: string | null
  next?: string
  failure: unknown
  onFailure: (failure: unknown) => void
  onQuestion: (question: MerchantQuestion) => void
  onAnswer: (answer: SignInAnswer) => void
  onSignedIn: () => void
}

function FirstStepForm(props: FirstStepFormProps) {
  const { email, merchantId, providerId, next, failure, onFailure, onQuestion, onAnswer, onSignedIn } = props
  const { t } = useLingui()
  const [busy, setBusy] = useState(false)
  const passkey = usePasskeySignIn({ onSignedIn, onFailure })

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (busy) return
    const fields = new FormData(event.currentTarget)
    const text = (name: string) => String(fields.get(name) ?? '')
    const credentials = { email: text('email').trim(), password: text('password') }
    const isSame = merchantId !== undefined && credentials.email === email
    setBusy(true)
    onFailure(null)
    try {
      onAnswer(await signIn({ ...credentials, ...(isSame && { merchant_id: merchantId }) }))
    } catch (error) {
      const merchants = findMerchants(error)
      if (merchants) onQuestion({ credentials, merchants })
      else onFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-3.5" noValidate>
      {providerId && (
        <>
          <SingleSignOnButton providerId={providerId} {...(next !== undefined && { next })} onFailure={onFailure} />
          <Or />
        </>
      )}
      <Field label={t`E-mail`}>
        {(control) => (
          <Input
            {...control}
            name="email"
            type="email"
            autoComplete="username webauthn"
            defaultValue={email}
            autoFocus={!email && !providerId}
          />
        )}
      </Field>
      <Field label={t`Password`}>
        {(control) => (
          <Input
            {...control}
            name="password"
            type="password"
            autoComplete="current-password"
            autoFocus={!!email && !providerId}
          />
        )}
      </Field>
      {failure !== null && <ErrorNote error={failure} />}
      <Button type="submit" variant={providerId ? 'secondary' : 'primary'} busy={busy}>
        <Trans>Sign in</Trans>
      </Button>
      {canUsePasskeys() && (
        <>
          <Or />
          <Button busy={passkey.busy} onClick={passkey.ask}>
            <KeyRound aria-hidden />
            <Trans>Sign in with a passkey</Trans>
          </Button>
        </>
      )}
    </form>
  )
}

const Or = () => (
  <p className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-line after:h-px after:grow after:bg-line">
    <Trans>or</Trans>
  </p>
)
