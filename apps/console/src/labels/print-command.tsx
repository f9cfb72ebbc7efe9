import { Trans, useLingui } from '@lingui/react/macro'
import { CopyButton } from '../ui/copy-button.tsx'

/** The command that sends labels to a printer in the network, which a browser cannot reach. */
export function PrintCommand({ what }: { what: string }) {
  const { t } = useLingui()
  const command = ['waybill labels print', what, '--printer tcp://192.168.1.20:9100'].filter(Boolean).join(' ')
  return (
    <div className="text-sm text-muted">
      <p>
        <Trans>To a label printer in your network, with the address of yours:</Trans>
      </p>
      <p className="mt-1 flex items-center gap-1">
        <code className="rounded-md bg-sunken px-2 py-1 font-mono text-xs wrap-anywhere">{command}</code>
        <CopyButton text={command} what={t`command`} />
      </p>
    </div>
  )
}
