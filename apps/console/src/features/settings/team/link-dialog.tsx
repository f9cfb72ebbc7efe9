import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Shows a one-time link. It is not shown again. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      persistent
      onOpenChange={onClose}
      title={<Trans>Send this link</Trans>}
      description={<Trans>It works once. It is not shown again.</Trans>}
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p className="flex items-start gap-2 rounded-md border bg-sunken p-3 font-mono text-sm wrap-anywhere">
        <span className="grow" data-testid="link">
          {link}
        </span>
        <CopyButton text={link} what={t`link`} />
      </p>
    </Dialog>
  )
}
