import { Trans, useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { CloudOff, Compass } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { ScreenUnavailable } from '../session/lazy-screen.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

/** In place of a screen that failed to load. One without a connection comes by itself once there is one. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
  }
  const isUnavailable = error instanceof ScreenUnavailable
  const latest = useRef(retry)
  latest.current = retry
  useEffect(() => {
    if (!isUnavailable) return
    const onOnline = () => latest.current()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [isUnavailable])
  if (isUnavailable) {
    return (
      <Page title={t`No connection`}>
        <EmptyState
          icon={<CloudOff aria-hidden />}
          title={<Trans>This screen is not loaded yet, and there is no connection</Trans>}
          action={
            <Button onClick={retry}>
              <Trans>Try again</Trans>
            </Button>
          }
        >
          <Trans>It opens by itself once you are online again. What you typed on other screens is kept.</Trans>
        </EmptyState>
      </Page>
    )
  }
  return (
    <Page title={t`Error`}>
      <ErrorState error={error} onRetry={retry} />
    </Page>
  )
}

export function PageNotFound() {
  const { t } = useLingui()
  return (
    <Page title={t`No such page`}>
      <EmptyState
        icon={<Compass aria-hidden />}
        title={<Trans>There is no page at this address</Trans>}
        action={
          <Button asChild>
            <Link to="/">
              <Trans>Go to Today</Trans>
            </Link>
          </Button>
        }
      />
    </Page>
  )
}

export const PagePending = () => (
  <div className="p-6">
    <SkeletonLines />
  </div>
)
