import { useLingui } from '@lingui/react/macro'
import { Command as Cmdk } from 'cmdk'
import { Dialog } from 'radix-ui'
import { useState } from 'react'
import { Kbd } from '../ui/kbd.tsx'
import { printShortcut } from './keys.ts'
import { type Command, useCommandList } from './registry.ts'
import { isMac } from './shortcuts.tsx'

interface PaletteProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Commands made from what is typed, such as a search for it. */
  find: (text: string) => Command[]
}

/** All commands of the page, found by typing. */
export function Palette({ open, onOpenChange, find }: PaletteProps) {
  const { t } = useLingui()
  const [text, setText] = useState('')
  const commands = useCommandList().filter(({ keysOnly }) => !keysOnly)
  const found = find(text.trim())
  const run = (command: Command) => {
    onOpenChange(false)
    // After the dialog has given the focus back, so that the command can move it.
    setTimeout(command.run)
  }
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 bg-overlay animate-fade" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 top-[10vh] z-50 mx-auto max-w-xl overflow-hidden rounded-xl border bg-raised shadow-lg animate-rise focus:outline-none"
        >
          <Dialog.Title className="sr-only">{t`Commands`}</Dialog.Title>
          <Cmdk label={t`Commands`} loop>
            <Cmdk.Input
              value={text}
              onValueChange={setText}
              placeholder={t`Type a command, an ID or a search`}
              className="w-full border-b bg-transparent px-4 py-3 text-lg outline-none placeholder:text-muted"
            />
            <Cmdk.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1.5">
              <Cmdk.Empty className="px-3 py-6 text-center text-muted">{t`No command has this name.`}</Cmdk.Empty>
              {[...Map.groupBy(commands, ({ group }) => group)].map(([group, ofGroup]) => (
                <Cmdk.Group
                  key={group}
                  heading={group}
                  className="[&_[cmdk-group-heading]]:px-2.5 [&_[cmdk-group-heading]]:py-1.5 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted"
                >
                  {ofGroup.map((command) => (
                    <PaletteItem key={command.id} command={command} onRun={run} />
                  ))}
                </Cmdk.Group>
              ))}
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

interface PaletteItemProps {
  command: Command
  onRun: (command: Command) => void
  /** Whatever is typed. */
  always?: boolean
}

const PaletteItem = ({ command, onRun, always }: PaletteItemProps) => (
  <Cmdk.Item
    value={command.id}
    keywords={[command.title, ...(command.keywords ?? [])]}
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
