import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/workspace.ts'
import { cn } from '../../ui/class-names.ts'
import { tabRow } from '../../ui/tabs.tsx'
import { shipmentsQueries } from './queries.ts'
import {
  countTab,
  findTab,
  isOnlyTab,
  isUnchanged,
  type ShipmentsSearch,
  searchOfView,
  TABS,
  type Tab,
  type TabFilters,
} from './search.ts'

const ALL: TabFilters = { status: undefined, waiting_for: undefined }
/** Saved views beside the tabs. The menu of views has all. */
const MOST_VIEWS = 6

/** The statuses by what there is to do, then the saved views. Links, so that each can be opened in another window. */
export function StatusTabs({ search }: { search: ShipmentsSearch }) {
  const { t } = useLingui()
  const format = useFormat()
  const queries = shipmentsQueries(useApi())
  const { data: views = [] } = useQuery(queries.views())
  // Counts are of the whole tab: beside other filters they would be wrong.
  const { data: counts } = useQuery({ ...queries.counts(), enabled: isOnlyTab(search) })
  const shown = views.slice(0, MOST_VIEWS)
  const currentView = shown.find((view) => view.view_id === search.view && isUnchanged(view, search))
  const currentTab = currentView ? null : findTab(search)
  const labels: Record<Tab, string> = {
    open: t`To book`,
    held: t`Held`,
    moving: t`On the way`,
    trouble: t`Needs attention`,
    delivered: t`Delivered`,
    ended: t`Ended`,
  }
  const tabs: [Tab | undefined, string][] = [
    [undefined, t`All`],
    ...(Object.keys(TABS) as Tab[]).map((tab): [Tab, string] => [tab, labels[tab]]),
  ]
  const toCount = (tab: Tab | undefined): string => {
    if (!counts || !isOnlyTab(search)) return ''
    const { count, isMore } = countTab(counts, tab)
    return count === 0 ? '' : `${format.number(count)}${isMore ? '+' : ''}`
  }
  return (
    <nav aria-label={t`Status`} className={cn(tabRow, '-mx-4 shrink-0 gap-1 px-4 lg:-mx-6 lg:px-6')}>
      {tabs.map(([tab, label]) => (
        <TabLink
          key={label}
          isCurrent={currentTab === tab}
          search={(before) => ({ ...(currentView ? {} : before), ...ALL, ...(tab && TABS[tab]) })}
        >
          {label}
          <Count text={toCount(tab)} />
        </TabLink>
      ))}
      {shown.length > 0 && <span aria-hidden className="mx-1 my-2 w-px shrink-0 bg-line" />}
      {shown.map((view) => (
        <TabLink key={view.view_id} isCurrent={view === currentView} search={() => searchOfView(view)}>
          <span className="max-w-48 truncate">{view.name}</span>
        </TabLink>
      ))}
    </nav>
  )
}

const Count = ({ text }: { text: string }) =>
  text && <span className="rounded-full bg-hover px-1.5 text-xs tabular-nums">{text}</span>

interface TabLinkProps {
  isCurrent: boolean
  search: (before: ShipmentsSearch) => ShipmentsSearch
  children: ReactNode
}

const TabLink = ({ isCurrent, search, children }: TabLinkProps) => (
  <Link
    from="/shipments"
    to="/shipments"
    search={(before) => ({ env: before.env, ...search(before) })}
    activeOptions={{ exact: true, includeSearch: true }}
    aria-current={isCurrent ? 'page' : undefined}
    className={cn(
      'flex min-h-9 items-center gap-1.5 border-b-2 px-2.5 whitespace-nowrap focus-visible:-outline-offset-2',
      isCurrent ? 'border-accent font-medium text-text' : 'border-transparent text-muted hover:text-text',
    )}
  >
    {children}
  </Link>
)
