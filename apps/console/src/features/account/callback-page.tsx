import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { startSession } from '../../session/session.ts'
import { returnFromProvider } from '../../session/single-sign-on.ts'
import { ErrorNote } from '../../ui/error-state.tsx'
import { afterSignIn } from './after-sign-in.ts'
import { EntryFrame } from './sign-in-page.tsx'

/** Where the identity provider sends the browser back to: `/console/sign-in/callback/mer_…?code=…&state=…`. */
export function CallbackPage() {
  const { t } = useLingui()
  const { history } = useRouter()
  const { merchantId } = useParams({ from: '/sign-in/callback/$merchantId' })
  const [query] = useState(() => window.location.search.slice(1))
  const [failure, setFailure] = useState<unknown>(null)
  const started = useRef(false)
  useEffect(() => {
    document.title = `${t`Sign in`} · Waybill`
  }, [t])
  useEffect(() => {
    if (started.current) return
    started.current = true
    // The code works once: it does not stay in the history of the browser.
    window.history.replaceState(window.history.state, '', window.location.pathname)
    returnFromProvider({ merchant_id: merchantId, query })
      .then(({ session, next }) => {
        startSession(session)
        history.replace(afterSignIn(next))
      })
      .catch(setFailure)
  }, [merchantId, query, history])
  return (
    <EntryFrame title={t`Sign in`}>
      {failure === null ? (
        <p role="status" className="text-muted">
          <Trans>Signing in …</Trans>
        </p>
      ) : (
        <div className="flex flex-col gap-4">
          <ErrorNote error={failure} />
          <Link to="/sign-in" className="text-accent underline">
            <Trans>Back to the sign-in</Trans>
          </Link>
        </div>
      )}
    </EntryFrame>
  )
}
