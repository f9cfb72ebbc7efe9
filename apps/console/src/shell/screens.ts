import { useLingui } from '@lingui/react/macro'
import {
  CalendarCheck,
  ChartColumnStacked,
  Code,
  type LucideIcon,
  Package,
  Plug,
  Printer,
  Send,
  Settings,
} from 'lucide-react'
import { hasAny, useEnvironment } from '../session/workspace.ts'

/** Support changes none of the settings, and sees none. */
const SETTINGS_SCOPES = ['settings:read', 'parcel_presets:write']

interface Screen {
  to: '/' | '/shipments' | '/ship' | '/print' | '/costs' | '/developers' | '/carriers' | '/settings'
  label: string
  icon: LucideIcon
  shortcut: string
  /** One of them opens the screen; without it, it is in no menu. */
  scopes: readonly string[]
  /** In the bar at the bottom of a phone; the others are in its menu. */
  onPhone: boolean
}

/** The screens of the menu, the palette and the shortcuts. */
export function useScreens(): Screen[] {
  const { t } = useLingui()
  const environment = useEnvironment()
  const read = ['shipments:read']
  const screens: Screen[] = [
    { to: '/', label: t`Today`, icon: CalendarCheck, shortcut: 'g t', scopes: read, onPhone: true },
    { to: '/shipments', label: t`Shipments`, icon: Package, shortcut: 'g s', scopes: read, onPhone: true },
    { to: '/ship', label: t`Ship`, icon: Send, shortcut: 'g n', scopes: ['quotes:write'], onPhone: true },
    {
      to: '/print',
      label: t`Print station`,
      icon: Printer,
      shortcut: 'g p',
      scopes: ['bookings:write'],
      onPhone: true,
    },
    {
      to: '/costs',
      label: t`Costs`,
      icon: ChartColumnStacked,
      shortcut: 'g o',
      scopes: ['bookings:read'],
      onPhone: false,
    },
    { to: '/developers', label: t`Developers`, icon: Code, shortcut: 'g d', scopes: ['webhooks:read'], onPhone: false },
    { to: '/carriers', label: t`Carriers`, icon: Plug, shortcut: 'g c', scopes: ['carriers:read'], onPhone: false },
    { to: '/settings', label: t`Settings`, icon: Settings, shortcut: 'g x', scopes: SETTINGS_SCOPES, onPhone: false },
  ]
  return screens.filter(({ scopes }) => hasAny(environment, scopes))
}
