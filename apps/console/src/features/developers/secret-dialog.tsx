import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface Secret {
  /** Its name: "Token of Shop", "Signing secret". */
  title: string
  value: string
}

/** A token or secret, this once. A click beside it does not close it. */
export function SecretDialog({ secret, onClose }: { secret: Secret | null; onClose: () => void }) {
  const { t } = useLingui()
  if (secret === null) return null
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={secret.title}
      description={<Trans>Copy it now. Waybill does not show it again.</Trans>}
      persistent
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>I have copied it</Trans>
        </Button>
      }
    >
      <div className="flex items-center gap-2 rounded-md border bg-sunken p-3">
        <output aria-label={secret.title} className="min-w-0 grow font-mono text-sm break-all">
          {secret.value}
        </output>
        <CopyButton text={secret.value} what={t`secret`} />
      </div>
    </Dialog>
  )
}
