import { Trans } from '@lingui/react/macro'
import { type SignIn, WaybillError } from '@waybill/sdk'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { type SignInAnswer, signIn } from './session-calls.ts'

/** A password that is right for members of several merchants. */
export interface MerchantQuestion {
  credentials: SignIn
  merchants: readonly { merchant_id: string; name: string }[]
}

/** The merchants of the error, if the API asks for one. */
export function findMerchants(error: unknown): MerchantQuestion['merchants'] | null {
  if (!(error instanceof WaybillError) || error.code !== 'merchant_choice_required') return null
  return error.meta.merchants as MerchantQuestion['merchants']
}

interface MerchantChoiceProps {
  question: MerchantQuestion
  onAnswer: (answer: SignInAnswer) => void
  /** Back to the password. */
  onRestart: (failure: unknown) => void
}

/** Asks which merchant to sign in to. */
export function MerchantChoice({ question: { credentials, merchants }, onAnswer, onRestart }: MerchantChoiceProps) {
  const [chosen, setChosen] = useState<string | null>(null)
  const choose = async (merchant_id: string) => {
    setChosen(merchant_id)
    try {
      onAnswer(await signIn({ ...credentials, merchant_id }))
    } catch (error) {
      onRestart(error)
    }
  }
  return (
    <div className="flex flex-col gap-3.5">
      <p>
        <Trans>You work for several merchants. Choose one to sign in to:</Trans>
      </p>
      {merchants.map(({ merchant_id, name }, index) => (
        <Button
          key={merchant_id}
          autoFocus={index === 0}
          busy={chosen === merchant_id}
          disabled={chosen !== null}
          onClick={() => choose(merchant_id)}
        >
          {name}
        </Button>
      ))}
      <Button variant="link" size="sm" onClick={() => onRestart(null)}>
        <Trans>Start again</Trans>
      </Button>
    </div>
  )
}
