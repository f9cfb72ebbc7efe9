import { useLingui } from '@lingui/react/macro'
import { Link, useMatchRoute } from '@tanstack/react-router'
import { Suspense } from 'react'
import { lazyScreen } from '../../session/lazy-screen.ts'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { TabNav, tabLink } from '../../ui/tab-nav.tsx'
import { AccountsTab } from './accounts-tab.tsx'

const FleetTab = lazyScreen(() => import('./fleet/fleet-tab.tsx'), 'FleetTab')

/** A link is the current page whatever form is open. */
const onlyItself = { exact: true, includeSearch: false }

/** Who delivers: carriers with which there is an account, and own drivers. */
export function CarriersPage() {
  const { t } = useLingui()
  const isFleet = Boolean(useMatchRoute()({ to: '/carriers/own-fleet' }))
  return (
    <Page title={isFleet ? t`Own drivers` : t`Carriers`} heading={t`Carriers`}>
      <TabNav label={t`Carriers`} open={isFleet ? 'fleet' : 'accounts'}>
        <Link to="/carriers" activeOptions={onlyItself} className={tabLink}>
          {t`Accounts`}
        </Link>
        <Link to="/carriers/own-fleet" activeOptions={onlyItself} className={tabLink}>
          {t`Own drivers`}
        </Link>
      </TabNav>
      {isFleet ? (
        <Suspense fallback={<SkeletonLines />}>
          <FleetTab />
        </Suspense>
      ) : (
        <AccountsTab />
      )}
    </Page>
  )
}
