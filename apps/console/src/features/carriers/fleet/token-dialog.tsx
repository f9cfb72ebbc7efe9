import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'

/** Shows the token of a driver's app. It is not shown again. */
export function TokenDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <Dialog
      open
      persistent
      onOpenChange={onClose}
      title={<Trans>Token of {name}</Trans>}
      description={
        <Trans>
          Enter it in the driver's app, which sends it with each call. It is not shown again; a new one ends it.
        </Trans>
      }
      footer={
        <Button variant="primary" onClick={onClose}>
          <Trans>Done</Trans>
        </Button>
      }
    >
      <p className="flex items-start gap-2 rounded-md border bg-sunken p-3 font-mono text-sm wrap-anywhere">
        <span className="grow" data-testid="driver-token">
          {token}
        </span>
        <CopyButton text={token} what={t`token`} />
      </p>
      <p className="mt-3 text-sm text-muted">
        <Trans>What the app can call is in the guide to own drivers:</Trans>{' '}
        <a className="text-accent underline" href="/docs/guides/own-fleet" target="_blank" rel="noreferrer">
          /docs/guides/own-fleet
        </a>
      </p>
    </Dialog>
  )
}
