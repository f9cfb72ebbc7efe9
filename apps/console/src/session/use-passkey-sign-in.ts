import { WaybillError } from '@waybill/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { canOfferPasskeys, isDismissed, withdrawPasskeys } from './passkeys.ts'
import { startSession } from './session.ts'
import { signInWithPasskey } from './session-calls.ts'

interface PasskeySignIn {
  onSignedIn: () => void
  onFailure: (failure: unknown) => void
}

/** Offers passkeys in the e-mail field while the form is shown; `ask` opens the browser's dialog. */
export function usePasskeySignIn(options: PasskeySignIn): { busy: boolean; ask: () => Promise<void> } {
  const [busy, setBusy] = useState(false)
  const latest = useRef(options)
  latest.current = options

  const use = useCallback(async (inField: boolean): Promise<'signed in' | 'dismissed' | 'failed' | 'expired'> => {
    try {
      startSession(await signInWithPasskey({ inField }))
      latest.current.onSignedIn()
      return 'signed in'
    } catch (error) {
      if (isDismissed(error)) return 'dismissed'
      // Most people do not notice the offer in the field: that it cannot be made is no failure of theirs.
      const isOfApi = error instanceof WaybillError
      if (!inField || (isOfApi && error.code !== 'rate_limited')) latest.current.onFailure(error)
      return isOfApi && error.code === 'challenge_not_valid' ? 'expired' : 'failed'
    }
  }, [])

  useEffect(() => {
    let isShown = true
    const offer = async () => {
      if (!(await canOfferPasskeys())) return
      while (isShown && (await use(true)) === 'expired');
    }
    void offer()
    return () => {
      isShown = false
      void withdrawPasskeys()
    }
  }, [use])

  const ask = async () => {
    setBusy(true)
    latest.current.onFailure(null)
    await use(false)
    setBusy(false)
  }
  return { busy, ask }
}
