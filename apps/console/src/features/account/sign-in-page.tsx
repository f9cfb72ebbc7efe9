import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { SignInChallenge } from '@waybill/sdk'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { startSession } from '../../session/session.ts'
import { isChallenge, signInByLink } from '../../session/session-calls.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { Button } from '../../ui/button.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { afterSignIn } from './after-sign-in.ts'
import { LinkAccountNote, useLinkAccount } from './link-account.tsx'

/** Signs in by e-mail and password, or by a one-time link: `/console/sign-in#token=…`. */
export function SignInPage() {
  const { t } = useLingui()
  const { next, provider } = useSearch({ from: '/sign-in' })
  const { history } = useRouter()
  const goOn = useCallback(() => history.replace(afterSignIn(next)), [history, next])
  const [token, forget] = useLinkToken()
  const [failure, setFailure] = useState<unknown>(null)
  const [begun, setBegun] = useState<SignInChallenge | null>(null)
  useEffect(() => {
    document.title = `${t`Sign in`} · Waybill`
  }, [t])
  return (
    <EntryFrame title={t`Sign in`}>
      {token !== null && failure === null && begun === null ? (
        <LinkQuestion token={token} onBegun={setBegun} onSignedIn={goOn} onFailure={setFailure} onOther={forget} />
      ) : (
        <>
          {failure !== null && (
            <div className="mb-4">
              <ErrorNote error={failure} />
            </div>
          )}
          <SignInForm {...(begun && { begun })} {...(provider && { provider })} next={next ?? ''} onSignedIn={goOn} />
        </>
      )}
    </EntryFrame>
  )
}

/** The frame of pages without a session. */
export const EntryFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <main className="flex min-h-dvh flex-col items-center justify-center gap-5 p-4">
    <img src="/console/icon.svg" alt="" className="size-10" />
    <div className="w-full max-w-sm rounded-xl border bg-surface p-6 shadow-sm">
      <h1 className="mb-4 text-xl font-semibold">{title}</h1>
      {children}
    </div>
  </main>
)

/** The token of the fragment, which is taken out of the address. */
function useLinkToken(): [token: string | null, forget: () => void] {
  const [token, setToken] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token'))
  useEffect(() => {
    if (token === null) return
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
  }, [token])
  return [token, () => setToken(null)]
}

interface LinkQuestionProps {
  token: string
  onBegun: (challenge: SignInChallenge) => void
  onSignedIn: () => void
  onFailure: (failure: unknown) => void
  onOther: () => void
}

/** Asks before the link is used: anybody can send one, also of an own account. */
function LinkQuestion({ token, onBegun, onSignedIn, onFailure, onOther }: LinkQuestionProps) {
  const { t } = useLingui()
  const opened = useLinkAccount(token, onFailure)
  const [busy, setBusy] = useState(false)
  if (opened === undefined) return <SkeletonLines />
  const { email } = opened.account
  const use = async () => {
    setBusy(true)
    try {
      const answer = await signInByLink(token)
      if (isChallenge(answer)) return onBegun(answer)
      startSession(answer)
      onSignedIn()
    } catch (error) {
      onFailure(error)
    }
  }
  return (
    <>
      <LinkAccountNote opened={opened} />
      <div className="flex flex-col gap-2">
        <Button variant="primary" busy={busy} autoFocus onClick={use}>
          {t`Sign in as ${email}`}
        </Button>
        <Button onClick={onOther}>
          <Trans>Sign in to another account</Trans>
        </Button>
      </div>
    </>
  )
}
