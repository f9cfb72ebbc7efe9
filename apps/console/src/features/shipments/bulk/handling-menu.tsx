import { Trans, useLingui } from '@lingui/react/macro'
import type { Shipment } from '@waybill/sdk'
import { CirclePause, CirclePlay, Ellipsis, Tag, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Handling } from '../../../handling/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Menu, MenuItem } from '../../../ui/menu.tsx'

interface HandlingItem {
  action: Handling['kind']
  title: string
  icon: ReactNode
  run: () => void
}

interface Chosen {
  selected: readonly Shipment[]
  /** Those that can be booked, and so put on hold. */
  ready: readonly Shipment[]
  open: (action: Handling['kind'], shipments: readonly Shipment[]) => void
}

/** Actions on the chosen shipments: to hold some of them, or to release those that are held. */
export function useHandlingItems({ selected, ready, open }: Chosen): HandlingItem[] {
  const { t } = useLingui()
  const held = selected.filter(({ hold }) => hold !== null)
  const item = (action: Handling['kind'], title: string, icon: ReactNode, shipments: readonly Shipment[]) =>
    shipments.length === 0 ? [] : [{ action, title, icon, run: () => open(action, shipments) }]
  return [
    ...item('tag', t`Change tags`, <Tag aria-hidden />, selected),
    ...item('assign', t`Assign`, <UserRound aria-hidden />, selected),
    ...item('hold', t`Put on hold`, <CirclePause aria-hidden />, ready),
    ...item('release', t`Release`, <CirclePlay aria-hidden />, held),
  ]
}

export const HandlingMenu = ({ items }: { items: readonly HandlingItem[] }) => (
  <Menu
    trigger={
      <Button>
        <Ellipsis aria-hidden />
        <Trans>More</Trans>
      </Button>
    }
  >
    {items.map(({ action, title, icon, run }) => (
      <MenuItem key={action} onSelect={run}>
        {icon}
        {title}
      </MenuItem>
    ))}
  </Menu>
)
