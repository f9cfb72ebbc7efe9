/** Every tab and action behind the screens, for the palette. What the role does not allow is left out. */
import { useLingui } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import type { Command } from '../commands/registry.ts'
import { languageNames } from '../i18n/language.ts'
import { type Preferences, setPreferences } from '../session/preferences.ts'
import { signOut } from '../session/session.ts'
import { hasAny, useEnvironment } from '../session/workspace.ts'
import { toastError } from '../ui/toast.tsx'

interface Destination {
  id: string
  title: string
  /** Without one of them, it is left out. */
  scopes?: readonly string[]
  keywords?: string[]
  run: () => unknown
}

export function useDestinations(): Command[] {
  const { t } = useLingui()
  const environment = useEnvironment()
  const { livemode } = environment
  const groups: [group: string, entries: Destination[]][] = [
    [t`Go to`, [...useTabs(), ...useSettings()].filter(({ id }) => !(livemode && id === 'developers.simulator'))],
    [t`Do`, useActions()],
    [t`This browser`, usePreferenceChoices()],
  ]
  return groups.flatMap(([group, entries]) =>
    entries
      .filter(({ scopes }) => scopes === undefined || hasAny(environment, scopes))
      .map(({ scopes: _, ...entry }) => ({ ...entry, group, run: () => void entry.run() })),
  )
}

function useTabs(): Destination[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const tab = (value: 'keys' | 'webhooks' | 'events' | 'catalogue' | 'log' | 'simulator') =>
    navigate({ to: '/developers', search: { tab: value } })
  return [
    { id: 'developers.keys', title: t`API keys`, scopes: ['api_keys:read'], run: () => tab('keys') },
    { id: 'developers.webhooks', title: t`Webhooks`, scopes: ['webhooks:read'], run: () => tab('webhooks') },
    { id: 'developers.events', title: t`Events`, scopes: ['webhooks:read'], run: () => tab('events') },
    { id: 'developers.catalogue', title: t`Event types`, scopes: ['webhooks:read'], run: () => tab('catalogue') },
    { id: 'developers.log', title: t`API log`, scopes: ['api_log:read'], run: () => tab('log') },
    { id: 'developers.simulator', title: t`Simulator`, scopes: ['webhooks:read'], run: () => tab('simulator') },
    { id: 'carriers.fleet', title: t`Own drivers`, run: () => navigate({ to: '/carriers/own-fleet' }) },
    {
      id: 'print.book',
      title: t`Book and print`,
      scopes: ['bookings:write'],
      run: () => navigate({ to: '/print', search: { tab: 'book' } }),
    },
    { id: 'account', title: t`Account and sessions`, run: () => navigate({ to: '/account' }) },
  ]
}

function useSettings(): Destination[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const tabs: [path: string, title: string, scopes: string[], keywords: string[]][] = [
    ['team', t`Team`, ['settings:read'], [t`Members`]],
    ['single-sign-on', t`Single sign-on`, ['team:write'], ['SSO', 'OIDC']],
    ['pickup-locations', t`Pickup locations`, ['shipments:write', 'settings:read'], [t`Opening hours`]],
    ['parcel-presets', t`Parcel presets`, ['parcel_presets:write', 'settings:read'], [t`Boxes`]],
    ['customs', t`Customs`, ['settings:read'], ['EORI', 'IOSS']],
    ['returns', t`Returns`, ['settings:read'], []],
    ['printers', t`Printers`, ['bookings:write', 'settings:read'], [t`Paper`]],
    ['tracking-page', t`Tracking page`, ['settings:read'], [t`Logo`]],
    ['audit-log', t`Audit log`, ['audit_log:read'], []],
  ]
  return tabs.map(([path, title, scopes, keywords]) => ({
    id: `settings.${path}`,
    title,
    scopes,
    keywords: [t`Settings`, ...keywords],
    run: () => navigate({ to: '/settings/$tab', params: { tab: path } }),
  }))
}

function useActions(): Destination[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  const setting = (tab: string) => () => navigate({ to: '/settings/$tab', params: { tab }, search: { open: 'new' } })
  return [
    {
      id: 'do.import',
      title: t`Import shipments`,
      scopes: ['shipments:write'],
      keywords: ['CSV'],
      run: () => navigate({ to: '/shipments/import' }),
    },
    { id: 'do.invite', title: t`Invite a member`, scopes: ['team:write'], run: setting('team') },
    {
      id: 'do.location',
      title: t`Add a pickup location`,
      scopes: ['shipments:write'],
      run: setting('pickup-locations'),
    },
    {
      id: 'do.preset',
      title: t`Add a parcel preset`,
      scopes: ['parcel_presets:write'],
      run: setting('parcel-presets'),
    },
    {
      id: 'do.key',
      title: t`Create an API key`,
      scopes: ['api_keys:write'],
      run: () => navigate({ to: '/developers', search: { tab: 'keys', create: true } }),
    },
    {
      id: 'do.webhook',
      title: t`Create a webhook endpoint`,
      scopes: ['webhooks:write'],
      run: () => navigate({ to: '/developers', search: { tab: 'webhooks', create: true } }),
    },
    {
      id: 'do.carrier',
      title: t`Connect a carrier`,
      scopes: ['carriers:write'],
      run: () => navigate({ to: '/carriers' }),
    },
    {
      id: 'do.driver',
      title: t`Add a driver`,
      scopes: ['carriers:write'],
      run: () => navigate({ to: '/carriers/own-fleet', search: { open: 'new-driver' } }),
    },
    {
      id: 'do.card',
      title: t`Add a rate card`,
      scopes: ['carriers:write'],
      run: () => navigate({ to: '/carriers/own-fleet', search: { open: 'new-card' } }),
    },
    {
      id: 'do.docs',
      title: t`Documentation`,
      keywords: ['API'],
      run: () => window.open('/docs', '_blank', 'noreferrer'),
    },
  ]
}

/** Theme and language, and leaving. */
function usePreferenceChoices(): Destination[] {
  const { t } = useLingui()
  const themes: [Preferences['theme'], string][] = [
    ['light', t`Light theme`],
    ['dark', t`Dark theme`],
    ['system', t`Theme of the system`],
  ]
  return [
    ...themes.map(([theme, title]) => ({ id: `theme.${theme}`, title, run: () => setPreferences({ theme }) })),
    ...Object.entries(languageNames).map(([tag, name]) => ({
      id: `language.${tag}`,
      title: name,
      keywords: [t`Language`],
      run: () => setPreferences({ language: tag as Preferences['language'] }),
    })),
    { id: 'sign-out', title: t`Sign out`, run: () => signOut().catch(toastError) },
  ]
}
