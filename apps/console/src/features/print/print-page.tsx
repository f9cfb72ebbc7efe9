import { useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCommands } from '../../commands/registry.ts'
import { usePaper } from '../../labels/paper.ts'
import { PaperSelect } from '../../labels/paper-select.tsx'
import { useCan } from '../../session/workspace.ts'
import { Page } from '../../ui/page.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { BookTab } from './book-tab.tsx'
import { DayTab } from './day-tab.tsx'
import { LabelsTab } from './labels-tab.tsx'

/** Books many shipments, prints labels, many in one document or one by its barcode, and closes the day with the carriers. */
export function PrintPage() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/print' })
  const { tab = 'labels' } = useSearch({ from: '/signed-in/print' })
  const [paper, setPaper] = usePaper()
  const mayAsk = useCan('quotes:write')
  const mayBook = useCan('bookings:write') && mayAsk
  const show = (value: string) => navigate({ search: value === 'book' || value === 'day' ? { tab: value } : {} })
  const group = t`Print station`
  useCommands([
    { id: 'print.tab.labels', title: t`Labels to print`, group, run: () => void show('labels') },
    ...(mayBook ? [{ id: 'print.tab.book', title: t`Book and print many`, group, run: () => void show('book') }] : []),
    { id: 'print.tab.day', title: t`Close the day`, group, run: () => void show('day') },
  ])
  return (
    <Page title={t`Print station`} actions={<PaperSelect paper={paper} onChange={setPaper} />}>
      <div className="max-w-5xl">
        <Tabs value={tab === 'book' && !mayBook ? 'labels' : tab} onValueChange={show}>
          <TabList aria-label={t`Print station`}>
            <Tab value="labels">{t`Labels to print`}</Tab>
            {mayBook && <Tab value="book">{t`Book and print`}</Tab>}
            <Tab value="day">{t`Close the day`}</Tab>
          </TabList>
          <TabPanel value="labels">
            <LabelsTab paper={paper} />
          </TabPanel>
          {mayBook && (
            <TabPanel value="book">
              <BookTab paper={paper} />
            </TabPanel>
          )}
          <TabPanel value="day">
            <DayTab />
          </TabPanel>
        </Tabs>
      </div>
    </Page>
  )
}
