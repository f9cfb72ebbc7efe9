import { Trans, useLingui } from '@lingui/react/macro'
import { useRouter, useSearch } from '@tanstack/react-router'
import type { SignInChallenge } from '@waybill/sdk'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { startSession } from '../../session/session.ts'
import { isChallenge, signInByLink } from '../../session/session-calls.ts'
import { SignInForm } from '../../session/sign-in-form.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { afterSignIn } from './after-sign-in.ts'

/** Signs in by e-mail and password, or by a one-time link: `/console/sign-in#token=…`. */
export function SignInPage() {
  const { t } = useLingui()
  const { next, provider } = useSearch({ from: '/sign-in' })
  const { history } = useRouter()
  const goOn = useCallback(() => history.replace(afterSignIn(next)), [history, next])
  const link = useLinkSignIn(goOn)
  useEffect(() => {
    document.title = `${t`Sign in`} · Waybill`
  }, [t])
  return (
    <EntryFrame title={t`Sign in`}>
      {link.isRunning ? (
        <p role="status" className="text-muted">
          <Trans>Signing in …</Trans>
        </p>
      ) : (
        <>
          {link.failure !== null && (
            <div className="mb-4">
              <ErrorNote error={link.failure} />
            </div>
          )}
          <SignInForm
            {...(link.begun && { begun: link.begun })}
            {...(provider && { provider })}
            next={next ?? ''}
            onSignedIn={goOn}
          />
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

/** Uses the token of the fragment once, and takes it out of the address first. */
function useLinkSignIn(onSignedIn: () => void) {
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token'))
  const [failure, setFailure] = useState<unknown>(null)
  const [begun, setBegun] = useState<SignInChallenge | null>(null)
  const started = useRef(false)
  useEffect(() => {
    if (token === null || started.current) return
    started.current = true
    window.history.replaceState(window.history.state, '', window.location.pathname + window.location.search)
    signInByLink(token)
      .then((answer) => {
        if (isChallenge(answer)) return setBegun(answer)
        startSession(answer)
        onSignedIn()
      })
      .catch(setFailure)
  }, [token, onSignedIn])
  return { isRunning: token !== null && failure === null && begun === null, failure, begun }
}
