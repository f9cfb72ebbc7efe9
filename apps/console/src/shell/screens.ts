import { useLingui } from '@lingui/react/macro'
import { CalendarCheck, Code, type LucideIcon, Package, Plug, Printer, Send, Settings } from 'lucide-react'

interface Screen {
  to: '/' | '/shipments' | '/ship' | '/print' | '/developers' | '/carriers' | '/settings'
  label: string
  icon: LucideIcon
  shortcut: string
  /** In the bar at the bottom of a phone; the others are in its menu. */
  onPhone: boolean
}

/** The screens of the menu, the palette and the shortcuts. */
export function useScreens(): Screen[] {
  const { t } = useLingui()
  return [
    { to: '/', label: t`Today`, icon: CalendarCheck, shortcut: 'g t', onPhone: true },
    { to: '/shipments', label: t`Shipments`, icon: Package, shortcut: 'g s', onPhone: true },
    { to: '/ship', label: t`Ship`, icon: Send, shortcut: 'g n', onPhone: true },
    { to: '/print', label: t`Print station`, icon: Printer, shortcut: 'g p', onPhone: true },
    { to: '/developers', label: t`Developers`, icon: Code, shortcut: 'g d', onPhone: false },
    { to: '/carriers', label: t`Carriers`, icon: Plug, shortcut: 'g c', onPhone: false },
    { to: '/settings', label: t`Settings`, icon: Settings, shortcut: 'g x', onPhone: false },
  ]
}
