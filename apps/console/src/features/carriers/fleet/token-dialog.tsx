import { Trans, useLingui } from '@lingui/react/macro'
import { OneTimeDialog } from '../../../ui/one-time-dialog.tsx'

/** Shows the token of a driver's app. */
export function TokenDialog({ name, token, onClose }: { name: string; token: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <OneTimeDialog
      title={t`Token of ${name}`}
      description={
        <Trans>
          Enter it in the driver's app, which sends it with each call. It is not shown again; a new one ends it.
        </Trans>
      }
      value={token}
      what={t`token`}
      testId="driver-token"
      onClose={onClose}
    >
      <p className="mt-3 text-sm text-muted">
        <Trans>What the app can call is in the guide to own drivers:</Trans>{' '}
        <a className="text-accent underline" href="/docs/guides/own-fleet" target="_blank" rel="noreferrer">
          /docs/guides/own-fleet
        </a>
      </p>
    </OneTimeDialog>
  )
}
