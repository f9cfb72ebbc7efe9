import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { TotpSetup } from '@waybill/sdk'
import { useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useApi } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { securityQueries, useSecurity } from '../queries.ts'
import { RecoveryCodesDialog } from './recovery-codes-dialog.tsx'
import { SetUpDialog } from './set-up-dialog.tsx'
import { TurnOffDialog } from './turn-off-dialog.tsx'

type Step = { at: 'set-up'; setup: TotpSetup } | { at: 'codes'; codes: string[] } | { at: 'renew' } | { at: 'turn-off' }

const FEW_CODES = 2

/** The authenticator app of the person: on or off, and its recovery codes. */
export function TwoStepCard() {
  const { t } = useLingui()
  const format = useFormat()
  const { data: totp, error, refetch } = useQuery(securityQueries(useApi()).totp())
  const { setUpTotp, renewRecoveryCodes } = useSecurity()
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setStep(null)
  const since = totp?.enabled_at ? format.time(totp.enabled_at) : ''

  const run = async (action: () => Promise<Step>) => {
    setBusy(true)
    try {
      setStep(await action())
    } catch (failure) {
      toastError(failure)
    } finally {
      setBusy(false)
    }
  }
  const setUp = () => run(async () => ({ at: 'set-up', setup: await setUpTotp() }))
  const renew = () => run(async () => ({ at: 'codes', codes: (await renewRecoveryCodes()).recovery_codes }))

  return (
    <Card
      title={<Trans>Two-step sign-in</Trans>}
      actions={
        totp?.enabled && (
          <Badge tone="success">
            <Trans>On</Trans>
          </Badge>
        )
      }
    >
      {totp ? (
        totp.enabled ? (
          <div className="flex flex-col gap-3">
            <p>
              <Trans>After a password or link, the console asks for a code of your authenticator app.</Trans>
            </p>
            <p className="text-sm text-muted">
              <Trans>On since {since}</Trans>
              {' · '}
              <span className={totp.recovery_codes_left <= FEW_CODES ? 'font-medium text-warning' : undefined}>
                <Plural value={totp.recovery_codes_left} one="# recovery code left" other="# recovery codes left" />
              </span>
            </p>
            <div className="flex flex-wrap gap-2">
              <Button onClick={() => setStep({ at: 'renew' })}>
                <Trans>New recovery codes</Trans>
              </Button>
              <Button onClick={() => setStep({ at: 'turn-off' })}>
                <Trans>Turn off …</Trans>
              </Button>
            </div>
          </div>
        ) : (
          <div className="flex flex-col items-start gap-3">
            <p>
              <Trans>
                A stolen password is not enough if the console also asks for a code of an app on your phone.
              </Trans>
            </p>
            <Button busy={busy} onClick={setUp}>
              <Trans>Set up an authenticator app</Trans>
            </Button>
          </div>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines />
      )}
      {step?.at === 'set-up' && (
        <SetUpDialog setup={step.setup} onEnabled={(codes) => setStep({ at: 'codes', codes })} onClose={close} />
      )}
      {step?.at === 'codes' && <RecoveryCodesDialog codes={step.codes} onClose={close} />}
      {step?.at === 'turn-off' && (
        <TurnOffDialog
          onDone={() => {
            close()
            toast(t`Two-step sign-in is off.`)
          }}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={step?.at === 'renew'}
        onOpenChange={(open) => open || close()}
        title={<Trans>Make new recovery codes?</Trans>}
        action={<Trans>Make new codes</Trans>}
        busy={busy}
        onConfirm={renew}
      >
        <Trans>The codes that you have now stop working.</Trans>
      </ConfirmDialog>
    </Card>
  )
}
