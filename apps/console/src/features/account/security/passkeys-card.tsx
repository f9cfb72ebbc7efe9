import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Passkey } from '@waybill/sdk'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { RelativeTime } from '../../../format/relative-time.tsx'
import { canUsePasskeys } from '../../../session/passkeys.ts'
import { useApi } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { securityQueries, useSecurity } from '../queries.ts'
import { PasskeyNameDialog } from './passkey-name-dialog.tsx'

type Step = { at: 'add' } | { at: 'rename' | 'remove'; passkey: Passkey }

/** The passkeys of the person: used when, renamed, removed, and new ones. */
export function PasskeysCard() {
  const { t } = useLingui()
  const { data: passkeys, error, refetch } = useQuery(securityQueries(useApi()).passkeys())
  const { addPasskey, renamePasskey, removePasskey } = useSecurity()
  const [step, setStep] = useState<Step | null>(null)
  const [busy, setBusy] = useState(false)
  const close = () => setStep(null)

  const remove = async ({ passkey_id }: Passkey) => {
    setBusy(true)
    try {
      await removePasskey(passkey_id)
      close()
      toast(t`The passkey is removed. Delete it on your device, too.`)
    } catch (failure) {
      toastError(failure)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Card
      title={<Trans>Passkeys</Trans>}
      actions={
        canUsePasskeys() &&
        passkeys && (
          <Button size="sm" onClick={() => setStep({ at: 'add' })}>
            <Trans>Add a passkey</Trans>
          </Button>
        )
      }
    >
      {passkeys ? (
        passkeys.length > 0 ? (
          <ul className="flex flex-col divide-y">
            {passkeys.map((passkey) => (
              <PasskeyRow key={passkey.passkey_id} passkey={passkey} onStep={setStep} />
            ))}
          </ul>
        ) : (
          <p className="text-muted">
            {canUsePasskeys() ? (
              <Trans>
                Sign in with your fingerprint, face or the PIN of your device: nothing to type, and nothing to steal.
              </Trans>
            ) : (
              <Trans>
                Browsers keep passkeys for host names only. Open the console at its name, over https or on localhost.
              </Trans>
            )}
          </p>
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines />
      )}
      {step?.at === 'add' && (
        <PasskeyNameDialog
          title={t`Add a passkey`}
          action={<Trans>Continue</Trans>}
          name={deviceName()}
          save={addPasskey}
          onSaved={() => {
            close()
            toast(t`The passkey is added. You can sign in with it.`)
          }}
          onClose={close}
        />
      )}
      {step?.at === 'rename' && (
        <PasskeyNameDialog
          title={t`Rename the passkey`}
          action={<Trans>Rename</Trans>}
          name={step.passkey.name}
          save={(name) => renamePasskey(step.passkey.passkey_id, name)}
          onSaved={close}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={step?.at === 'remove'}
        onOpenChange={(open) => open || close()}
        title={<Trans>Remove this passkey?</Trans>}
        action={<Trans>Remove the passkey</Trans>}
        danger
        busy={busy}
        onConfirm={() => step?.at === 'remove' && void remove(step.passkey)}
      >
        {step?.at === 'remove' && t`“${step.passkey.name}” signs you in no more.`}
      </ConfirmDialog>
    </Card>
  )
}

function PasskeyRow({ passkey, onStep }: { passkey: Passkey; onStep: (step: Step) => void }) {
  const { t } = useLingui()
  const { name } = passkey
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <KeyRound className="size-4 shrink-0 text-muted" aria-hidden />
      <div className="min-w-0 grow basis-40">
        <p className="flex items-center gap-2">
          <span className="truncate">{name}</span>
          {passkey.synced && (
            <Badge tone="neutral">
              <Trans>Synced</Trans>
            </Badge>
          )}
        </p>
        <p className="text-sm text-muted">
          <Trans>
            Added <RelativeTime at={passkey.created_at} />
          </Trans>
          {' · '}
          {passkey.last_used_at ? (
            <Trans>
              last used <RelativeTime at={passkey.last_used_at} />
            </Trans>
          ) : (
            <Trans>not used yet</Trans>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button size="sm" aria-label={t`Rename ${name}`} onClick={() => onStep({ at: 'rename', passkey })}>
          <Trans>Rename</Trans>
        </Button>
        <Button size="sm" aria-label={t`Remove ${name}`} onClick={() => onStep({ at: 'remove', passkey })}>
          <Trans>Remove</Trans>
        </Button>
      </div>
    </li>
  )
}

/** Name of the operating system, as the browser reports it. */
const deviceName = (): string =>
  (navigator as { userAgentData?: { platform?: string } }).userAgentData?.platform || navigator.platform || ''
