import { Trans, useLingui } from '@lingui/react/macro'
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { Compass } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { Page } from '../ui/page.tsx'
import { SkeletonLines } from '../ui/skeleton.tsx'

/** In place of a screen that failed to load. */
export function PageError({ error, reset }: ErrorComponentProps) {
  const { t } = useLingui()
  const router = useRouter()
  const retry = () => {
    reset()
    void router.invalidate()
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
