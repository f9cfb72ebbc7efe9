import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { Command as Cmdk } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useEffect, useRef, useState } from 'react'
import { isSearchable } from '../format/searchable.ts'
import { StatusBadge } from '../format/status-badge.tsx'
import { shownStatus } from '../format/statuses.ts'
import { useApi, useCan } from '../session/workspace.ts'
import { useFocusReturn } from '../ui/focus-return.ts'
import { Kbd } from '../ui/kbd.tsx'
import type { EarlyKeys } from './early-keys.ts'
import { printShortcut } from './keys.ts'
import { foundShipments } from './queries.ts'
import { rank } from './rank.ts'
import { type Command, useCommandList } from './registry.ts'
import { isMac } from './shortcuts.tsx'
import { useSelection } from './use-selection.ts'

interface PaletteProps {
  onOpenChange: (open: boolean) => void
  /** Commands made from what is typed, such as a search for it. */
  find: (text: string) => Command[]
  /** Keys that were pressed before this was loaded. */
  held: EarlyKeys | null
}

const PAUSE_MS = 150

/** All commands of the console, and shipments, found by typing. */
export function Palette({ onOpenChange, find, held }: PaletteProps) {
  const { t } = useLingui()
  const [text, setText] = useState(() => held?.text ?? '')
  const commands = uniqueTitles(useCommandList().filter(({ keysOnly }) => !keysOnly))
  const shipments = useShipments(text)
  const found = find(text.trim())
  const run = (command: Command) => {
    onOpenChange(false)
    // After the dialog has given the focus back, so that the command can move it.
    setTimeout(command.run)
  }
  const search = found.find(({ id }) => id === 'find.search')
  const selection = useSelection({
    searchId: search?.id,
    hitId: findNamed(text, shipments)?.shipment_id,
    onSearch: () => search && run(search),
  })
  const returnFocus = useFocusReturn(true)
  const input = useRef<HTMLInputElement>(null)
  const onReady = useRef(() => {
    onReady.current = () => undefined
    if (held === null) return
    held.release()
    // Also what was typed while this was being drawn.
    setText(held.text)
    if (held.isClosed) return onOpenChange(false)
    const byRank = commands.map((command) => ({ command, fit: rankCommand(held.text.trim(), command) }))
    const [best] = byRank.filter(({ fit }) => fit > 0).sort((one, other) => other.fit - one.fit)
    if (held.isEntered && best) run(best.command)
  })
  useEffect(() => onReady.current(), [])
  return (
    <Dialog.Root open onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay animate-fade" />
        <Dialog.Content
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            // Without selecting what was typed so far: the next key would replace it.
            event.preventDefault()
            input.current?.focus()
          }}
          onCloseAutoFocus={returnFocus}
          className="fixed inset-x-3 top-[10vh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border bg-raised shadow-lg animate-rise focus:outline-none"
        >
          <Dialog.Title className="sr-only">{t`Commands`}</Dialog.Title>
          <Cmdk
            {...selection.props}
            label={t`Commands`}
            loop
            filter={(_, typed, [title = '', ...words] = []) => rank(typed, title, words)}
          >
            <Cmdk.Input
              ref={input}
              value={text}
              onValueChange={(typed) => {
                selection.restart()
                setText(typed)
              }}
              placeholder={t`Type a command, an ID or a search`}
              className="w-full border-b bg-transparent px-4 py-3 text-lg outline-none placeholder:text-muted"
            />
            <Cmdk.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
              {shipments.length === 0 && found.length === 0 && (
                <Cmdk.Empty className="px-3 py-6 text-center text-muted">{t`No command has this name.`}</Cmdk.Empty>
              )}
              {[...Map.groupBy(commands, ({ group }) => group)].map(([group, ofGroup]) => (
                <Cmdk.Group key={group} heading={group} className={groupLook}>
                  {ofGroup.map((command) => (
                    <PaletteItem key={command.id} command={command} onRun={run} />
                  ))}
                </Cmdk.Group>
              ))}
              {shipments.length > 0 && (
                <Cmdk.Group heading={t`Shipments`} forceMount className={groupLook}>
                  {shipments.map((shipment) => (
                    <ShipmentItem key={shipment.shipment_id} shipment={shipment} onRun={run} />
                  ))}
                </Cmdk.Group>
              )}
              {found.map((command) => (
                <PaletteItem key={command.id} command={command} onRun={run} always />
              ))}
            </Cmdk.List>
          </Cmdk>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const groupLook =
  '[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted'

/** Words that find a command, after its title. */
const listWords = ({ group, keywords = [] }: Command): string[] => [...keywords, group]
const rankCommand = (typed: string, command: Command): number => rank(typed, command.title, listWords(command))

/** A screen that is open may name a command that the whole console has, too: the one of the screen is there first. */
const uniqueTitles = (commands: readonly Command[]): Command[] =>
  [...new Map(commands.toReversed().map((command) => [command.title, command])).values()].reverse()

/** The newest shipments that fit the text as it is now, by reference, recipient, address or tracking number. */
function useShipments(text: string): Shipment[] {
  const api = useApi()
  const mayRead = useCan('shipments:read')
  const [q, setQuery] = useState('')
  useEffect(() => {
    const pause = setTimeout(() => setQuery(text.trim()), PAUSE_MS)
    return () => clearTimeout(pause)
  }, [text])
  const { data } = useQuery({ ...foundShipments(api, q), enabled: mayRead && isSearchable(q) && !q.startsWith('shp_') })
  // Without those of the text before: an entry that is selected and then goes leaves nothing selected.
  return isSearchable(text) && q === text.trim() ? (data ?? []) : []
}

/** The shipment that a text means: by its whole reference or name, or the only one, such as that of a tracking number. */
function findNamed(text: string, shipments: readonly Shipment[]): Shipment | undefined {
  const isWhole = (name: string | null) => name !== null && rank(text, name) === 1
  return (
    shipments.find((one) => isWhole(one.merchant_order_ref)) ??
    shipments.find(({ dropoff_address }) => isWhole(dropoff_address.name)) ??
    (shipments.length === 1 ? shipments[0] : undefined)
  )
}

function ShipmentItem({ shipment, onRun }: { shipment: Shipment; onRun: (command: Command) => void }) {
  const router = useRouter()
  const { shipment_id: shipmentId, merchant_order_ref: reference, dropoff_address: to } = shipment
  const open = () => void router.navigate({ to: '/shipments/$shipmentId', params: { shipmentId } })
  return (
    <Cmdk.Item
      value={shipmentId}
      forceMount
      onSelect={() => onRun({ id: shipmentId, title: reference, group: '', run: open })}
      className="flex min-h-9 items-center gap-2 rounded-md px-2.5 data-[selected=true]:bg-hover"
    >
      <span className="shrink-0 font-medium">{reference}</span>
      <span dir="auto" className="min-w-0 grow truncate text-start text-muted">
        {[to.name, to.city].filter(Boolean).join(', ')}
      </span>
      <StatusBadge status={shownStatus(shipment)} />
    </Cmdk.Item>
  )
}

interface PaletteItemProps {
  command: Command
  onRun: (command: Command) => void
  /** Shown for every input. */
  always?: boolean
}

const PaletteItem = ({ command, onRun, always }: PaletteItemProps) => (
  <Cmdk.Item
    value={command.id}
    keywords={[command.title, ...listWords(command)]}
    onSelect={() => onRun(command)}
    forceMount={always}
    className="flex min-h-9 items-center gap-2 rounded-md px-2.5 data-[selected=true]:bg-hover"
  >
    <span className="min-w-0 grow truncate">{command.title}</span>
    {command.shortcut && <ShortcutKeys shortcut={command.shortcut} />}
  </Cmdk.Item>
)

export const ShortcutKeys = ({ shortcut }: { shortcut: string }) => (
  <span className="flex gap-1">
    {printShortcut(shortcut, isMac()).map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </span>
)
