import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { Suspense, useEffect, useRef } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { useEnvironment } from '../../session/workspace.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { type SettingsTab, settingsTabs } from './tabs.ts'

/** What a merchant sets up once. Each tab has an address of its own and loads when it is opened. */
export function SettingsPage() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { tab: path } = useParams({ strict: false })
  const { scopes } = useEnvironment()
  const allowed = settingsTabs.filter(({ scope }) => scopes.some((one) => one === scope))
  const open = path === undefined ? allowed[0] : allowed.find((tab) => tab.path === path)
  useCommands(
    allowed.map((tab) => ({
      id: `settings.${tab.path}`,
      title: t(tab.name),
      group: t`Settings`,
      run: () => void navigate({ to: '/settings/$tab', params: { tab: tab.path } }),
    })),
  )
  return (
    <Page title={open ? t(open.name) : t`Settings`} heading={t`Settings`}>
      <TabLinks tabs={allowed} open={open} />
      {open ? (
        <Suspense key={open.path} fallback={<SkeletonLines />}>
          <open.Content />
        </Suspense>
      ) : (
        <EmptyState title={<Trans>There is no such page for you</Trans>}>
          <Trans>It does not exist, or your role does not include it. Ask an owner of your team.</Trans>
        </EmptyState>
      )}
    </Page>
  )
}

/** A row that scrolls on a phone, with the open tab in view. */
function TabLinks({ tabs, open }: { tabs: readonly SettingsTab[]; open: SettingsTab | undefined }) {
  const { t } = useLingui()
  const current = useRef<HTMLAnchorElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another tab is another current link
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [open?.path])
  return (
    <nav aria-label={t`Settings`} className="-mx-4 mb-4 flex gap-1 overflow-x-auto border-b px-4 lg:-mx-6 lg:px-6">
      {tabs.map((tab) => (
        <Link
          key={tab.path}
          ref={tab === open ? current : undefined}
          to="/settings/$tab"
          params={{ tab: tab.path }}
          aria-current={tab === open ? 'page' : undefined}
          className="-mb-px flex min-h-9 items-center border-b-2 border-transparent px-2.5 whitespace-nowrap text-muted hover:text-text focus-visible:-outline-offset-2 aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-text"
        >
          {t(tab.name)}
        </Link>
      ))}
    </nav>
  )
}
