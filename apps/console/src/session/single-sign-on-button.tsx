import { Trans } from '@lingui/react/macro'
import type { OidcSignIn } from '@waybill/sdk'
import { Building2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { beginSingleSignOn, knownProvider, leaveForProvider } from './single-sign-on.ts'

interface SingleSignOnButtonProps {
  providerId: string
  /** Where to go on afterwards; undefined: where the person is now. */
  next?: string
  /** The person is signed in, and confirms who it is. */
  confirm?: boolean
  onFailure: (failure: unknown) => void
}

/** Leaves for the page of the team's identity provider; before the first time in this browser after a question: anybody can send a link. */
export function SingleSignOnButton({ providerId, next, confirm = false, onFailure }: SingleSignOnButtonProps) {
  const [busy, setBusy] = useState(false)
  const [unknown, setUnknown] = useState<OidcSignIn | null>(null)
  // The browser shows the page as it was left when the person goes back.
  useEffect(() => {
    const back = (event: PageTransitionEvent) => event.persisted && setBusy(false)
    window.addEventListener('pageshow', back)
    return () => window.removeEventListener('pageshow', back)
  }, [])
  const go = (begun: OidcSignIn) => {
    const { pathname, search } = window.location
    leaveForProvider(providerId, begun, next ?? pathname.replace(/^\/console/, '') + search)
  }
  const leave = async () => {
    setBusy(true)
    onFailure(null)
    try {
      const begun = await beginSingleSignOn({ provider_id: providerId, confirm })
      if (knownProvider() === providerId) return go(begun)
      setUnknown(begun)
      setBusy(false)
    } catch (error) {
      setBusy(false)
      onFailure(error)
    }
  }
  if (unknown !== null) {
    const { merchant_name: merchant, authorization_url } = unknown
    const { host } = new URL(authorization_url)
    return (
      <>
        <p className="wrap-anywhere">
          <Trans>
            The team of <strong>{merchant}</strong> signs in at <strong>{host}</strong>. Go on only if it is your team.
          </Trans>
        </p>
        <Button variant="primary" autoFocus onClick={() => go(unknown)}>
          <Building2 aria-hidden />
          <Trans>Go on to {host}</Trans>
        </Button>
      </>
    )
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
