import { useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { cn } from '../../ui/class-names.ts'
import { tabRow } from '../../ui/tabs.tsx'
import { findTab, type ShipmentsSearch, TABS, type Tab, type TabFilters } from './search.ts'

const ALL: TabFilters = { status: undefined, waiting_for: undefined }

/** The statuses by what there is to do. Links, so that each can be opened in another window. */
export function StatusTabs({ search }: { search: ShipmentsSearch }) {
  const { t } = useLingui()
  const current = findTab(search)
  const labels: Record<Tab, string> = {
    open: t`To book`,
    moving: t`On the way`,
    trouble: t`Needs attention`,
    delivered: t`Delivered`,
    ended: t`Ended`,
  }
  const tabs: [Tab | undefined, string][] = [
    [undefined, t`All`],
    ...(Object.keys(TABS) as Tab[]).map((tab): [Tab, string] => [tab, labels[tab]]),
  ]
  return (
    <nav aria-label={t`Status`} className={cn(tabRow, '-mx-4 shrink-0 gap-1 px-4 lg:-mx-6 lg:px-6')}>
      {tabs.map(([tab, label]) => (
        <Link
          key={label}
          from="/shipments"
          to="/shipments"
          search={(before: ShipmentsSearch) => ({ ...before, ...ALL, ...(tab && TABS[tab]) })}
          activeOptions={{ exact: true, includeSearch: true }}
          aria-current={current === tab ? 'page' : undefined}
          className={cn(
            'flex min-h-9 items-center border-b-2 px-2.5 whitespace-nowrap focus-visible:-outline-offset-2',
            current === tab ? 'border-accent font-medium text-text' : 'border-transparent text-muted hover:text-text',
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  )
}
