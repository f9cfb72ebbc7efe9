import { Trans, useLingui } from '@lingui/react/macro'
import { setPreferences, usePreferences } from '../session/preferences.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Switch } from '../ui/input.tsx'
import { ShortcutKeys } from './palette.tsx'
import { useCommandList } from './registry.ts'

interface HelpDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The shortcuts of the page, and the switch for those of a single key. */
export function HelpDialog({ open, onOpenChange }: HelpDialogProps) {
  const { t } = useLingui()
  const { singleKeys } = usePreferences()
  const commands = useCommandList().filter(({ shortcut }) => shortcut)
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t`Keyboard shortcuts`}>
      <Switch checked={singleKeys} onChange={(event) => setPreferences({ singleKeys: event.target.checked })}>
        <Trans>Shortcuts of single keys</Trans>
      </Switch>
      {[...Map.groupBy(commands, ({ group }) => group)].map(([group, ofGroup]) => (
        <section key={group} className="mt-4" aria-label={group}>
          <h3 className="mb-1 text-sm font-medium text-muted">{group}</h3>
          <dl>
            {ofGroup.map(({ id, title, shortcut = '' }) => (
              <div key={id} className="flex min-h-8 items-center gap-3">
                <dt className="grow">{title}</dt>
                <dd>
                  <ShortcutKeys shortcut={shortcut} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </Dialog>
  )
}
