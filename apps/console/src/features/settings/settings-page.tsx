import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useParams } from '@tanstack/react-router'
import { Suspense } from 'react'
import { hasAny, useEnvironment } from '../../session/workspace.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { TabNav, tabLink } from '../../ui/tab-nav.tsx'
import { settingsTabs } from './tabs.ts'

/** Settings of a merchant. Each tab has a URL and loads when it is opened. */
export function SettingsPage() {
  const { t } = useLingui()
  const { tab: path } = useParams({ strict: false })
  const environment = useEnvironment()
  const allowed = settingsTabs.filter(({ scopes }) => hasAny(environment, scopes))
  const open = path === undefined ? allowed[0] : allowed.find((tab) => tab.path === path)
  return (
    <Page title={open ? t(open.name) : t`Settings`} heading={t`Settings`}>
      <TabNav label={t`Settings`} open={open?.path}>
        {allowed.map((tab) => (
          <Link
            key={tab.path}
            to="/settings/$tab"
            params={{ tab: tab.path }}
            aria-current={tab === open ? 'page' : undefined}
            className={tabLink}
          >
            {t(tab.name)}
          </Link>
        ))}
      </TabNav>
      {open ? (
        <div data-testid="settings" className="max-w-5xl">
          <Suspense key={open.path} fallback={<SkeletonLines />}>
            <open.Content />
          </Suspense>
        </div>
      ) : (
        <EmptyState title={<Trans>There is no such page for you</Trans>}>
          <Trans>It does not exist, or your role does not include it. Ask an owner of your team.</Trans>
        </EmptyState>
      )}
    </Page>
  )
}
