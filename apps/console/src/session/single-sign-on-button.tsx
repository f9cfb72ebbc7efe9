import { Trans } from '@lingui/react/macro'
import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { leaveForProvider } from './single-sign-on.ts'

interface SingleSignOnButtonProps {
  providerId: string
  /** Where to go on afterwards; undefined: where the person is now. */
  next?: string
  /** The person is signed in, and confirms who it is. */
  confirm?: boolean
  onFailure: (failure: unknown) => void
}

/** Leaves for the page of the team's identity provider. */
export function SingleSignOnButton({ providerId, next, confirm = false, onFailure }: SingleSignOnButtonProps) {
  const [busy, setBusy] = useState(false)
  // The browser shows the page as it was left when the person goes back.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  const leave = async () => {
    setBusy(true)
    onFailure(null)
    try {
      const { pathname, search } = window.location
      await leaveForProvider(providerId, { next: next ?? pathname.replace(/^\/console/, '') + search, confirm })
    } catch (error) {
      setBusy(false)
      onFailure(error)
    }
  }
  return (
    <Button variant={confirm ? 'secondary' : 'primary'} autoFocus={!confirm} busy={busy} onClick={leave}>
      <Building2 aria-hidden />
      {confirm ? (
        <Trans>Confirm with your identity provider</Trans>
      ) : (
        <Trans>Sign in with your identity provider</Trans>
      )}
    </Button>
  )
}
