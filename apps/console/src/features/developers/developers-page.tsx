import { Trans, useLingui } from '@lingui/react/macro'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEnvironment } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../../ui/tabs.tsx'
import { CatalogueTab } from './catalogue-tab.tsx'
import { EventsTab } from './events-tab.tsx'
import { KeysTab } from './keys-tab.tsx'
import { LogTab } from './log-tab.tsx'
import { SimulatorTab } from './simulator/simulator-tab.tsx'
import { WebhooksTab } from './webhooks-tab.tsx'

/** Tools for the merchant's developers: keys, webhooks, events, the log of calls. */
export function DevelopersPage() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/developers' })
  const { tab } = useSearch({ from: '/signed-in/developers' })
  const { scopes, livemode } = useEnvironment()
  const tabs = [
    { value: 'keys', scope: 'api_keys:read', name: t`API keys`, content: <KeysTab /> },
    { value: 'webhooks', scope: 'webhooks:read', name: t`Webhooks`, content: <WebhooksTab /> },
    { value: 'events', scope: 'events:read', name: t`Events`, content: <EventsTab /> },
    { value: 'catalogue', scope: 'webhooks:read', name: t`Event types`, content: <CatalogueTab /> },
    { value: 'log', scope: 'api_log:read', name: t`API log`, content: <LogTab /> },
    { value: 'simulator', scope: 'bookings:read', name: t`Simulator`, content: <SimulatorTab /> },
  ] as const
  const allowed = tabs.filter(
    ({ value, scope }) => scopes.some((one) => one === scope) && !(livemode && value === 'simulator'),
  )
  const open = allowed.find(({ value }) => value === tab) ?? allowed[0]
  // Filters and the open row belong to one tab.
  const show = (value: string) => navigate({ search: { tab: tabs.find((one) => one.value === value)?.value } })
  return (
    <Page
      title={t`Developers`}
      actions={
        <Button asChild>
          <a href="/docs" target="_blank" rel="noreferrer">
            <Trans>Documentation</Trans>
          </a>
        </Button>
      }
      fill
    >
      {open === undefined ? (
        <EmptyState title={<Trans>Your role does not include this screen</Trans>}>
          <Trans>Ask an owner of your team for the permission.</Trans>
        </EmptyState>
      ) : (
        <Tabs value={open.value} onValueChange={show} className="flex min-h-0 grow flex-col">
          <TabList aria-label={t`Developers`} className="shrink-0">
            {allowed.map(({ value, name }) => (
              <Tab key={value} value={value}>
                {name}
              </Tab>
            ))}
          </TabList>
          <TabPanel value={open.value} className="flex min-h-0 grow flex-col overflow-y-auto">
            {open.content}
          </TabPanel>
        </Tabs>
      )}
    </Page>
  )
}
