import { Trans } from '@lingui/react/macro'
import { useId } from 'react'
import { usePaper } from '../../../labels/paper.ts'
import { PaperSelect } from '../../../labels/paper-select.tsx'
import { PrintCommand } from '../../../labels/print-command.tsx'
import { Card } from '../../../ui/card.tsx'

/** The paper of this browser, and how labels reach a printer that no browser does. */
export function PrintersTab() {
  const [paper, setPaper] = usePaper()
  const paperId = useId()
  return (
    <div className="flex flex-col gap-4">
      <Card title={<Trans>This browser</Trans>}>
        <div className="flex flex-col gap-2">
          <div className="flex flex-wrap items-center gap-2">
            <label htmlFor={paperId}>
              <Trans>Print many labels on</Trans>
            </label>
            <PaperSelect id={paperId} paper={paper} onChange={setPaper} />
          </div>
          <p className="text-sm text-muted">
            <Trans>
              Each browser keeps its own choice. A PDF is printed from a tab of the browser. ZPL is saved as a file for
              a label printer.
            </Trans>
          </p>
        </div>
      </Card>
      <Card title={<Trans>Label printers in your network</Trans>}>
        <div className="flex flex-col gap-3">
          <p>
            <Trans>
              A program beside the printer fetches labels and sends them to it. This one prints each label once, as soon
              as it is booked:
            </Trans>
          </p>
          <PrintCommand what="--follow" />
          <p className="text-sm text-muted">
            <Trans>
              The printer needs to understand ZPL. How to install the command:{' '}
              <a className="text-accent underline" href="/docs/cli" target="_blank" rel="noreferrer">
                /docs/cli
              </a>
            </Trans>
          </p>
        </div>
      </Card>
    </div>
  )
}
