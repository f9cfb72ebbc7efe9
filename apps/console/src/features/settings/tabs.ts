import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ComponentType } from 'react'
import { lazyScreen } from '../../session/lazy-screen.ts'

interface SettingsTab {
  /** The last part of its address: `/settings/team`. */
  path: string
  name: MessageDescriptor
  /** Without one of them, the tab is not shown. */
  scopes: readonly string[]
  Content: ComponentType
}

/** The tabs of the settings, in their order. The first one that the role allows opens without a path. */
export const settingsTabs: readonly SettingsTab[] = [
  {
    path: 'team',
    name: msg`Team`,
    scopes: ['settings:read'],
    Content: lazyScreen(() => import('./team/team-tab.tsx'), 'TeamTab'),
  },
  {
    path: 'single-sign-on',
    name: msg`Single sign-on`,
    scopes: ['team:write'],
    Content: lazyScreen(() => import('./single-sign-on/single-sign-on-tab.tsx'), 'SingleSignOnTab'),
  },
  {
    path: 'pickup-locations',
    name: msg`Pickup locations`,
    scopes: ['shipments:write', 'settings:read'],
    Content: lazyScreen(() => import('./pickup-locations/pickup-locations-tab.tsx'), 'PickupLocationsTab'),
  },
  {
    path: 'parcel-presets',
    name: msg`Parcel presets`,
    scopes: ['parcel_presets:write', 'settings:read'],
    Content: lazyScreen(() => import('./parcel-presets/parcel-presets-tab.tsx'), 'ParcelPresetsTab'),
  },
  {
    path: 'customs',
    name: msg`Customs`,
    scopes: ['settings:read'],
    Content: lazyScreen(() => import('./customs/customs-tab.tsx'), 'CustomsTab'),
  },
  {
    path: 'returns',
    name: msg`Returns`,
    scopes: ['settings:read'],
    Content: lazyScreen(() => import('./returns/returns-tab.tsx'), 'ReturnsTab'),
  },
  {
    path: 'printers',
    name: msg`Printers`,
    scopes: ['bookings:write', 'settings:read'],
    Content: lazyScreen(() => import('./printers/printers-tab.tsx'), 'PrintersTab'),
  },
  {
    path: 'tracking-page',
    name: msg`Tracking page`,
    scopes: ['settings:read'],
    Content: lazyScreen(() => import('./tracking-page/tracking-page-tab.tsx'), 'TrackingPageTab'),
  },
  {
    path: 'audit-log',
    name: msg`Audit log`,
    scopes: ['audit_log:read'],
    Content: lazyScreen(() => import('./audit/audit-tab.tsx'), 'AuditTab'),
  },
]
