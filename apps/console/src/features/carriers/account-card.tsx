import { Trans, useLingui } from '@lingui/react/macro'
import type { Carrier, CarrierAccount } from '@waybill/sdk'
import { useState } from 'react'
import { useFormat } from '../../format/use-format.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card, Fact, Facts } from '../../ui/card.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Switch } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { ConnectSheet } from './connect-sheet.tsx'
import { useDisconnect, useUpdateAccount, useVerify } from './queries.ts'
import { ServicesField } from './services-field.tsx'

const tones: Record<string, Tone> = { verified: 'success', failing: 'danger' }

interface AccountCardProps {
  account: CarrierAccount
  /** Undefined: a carrier that this Waybill no longer has. */
  carrier: Carrier | undefined
  mayWrite: boolean
}

/** One account: whether it works, in the carrier's own words if not, and what it is used for. */
export function AccountCard({ account, carrier, mayWrite }: AccountCardProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { carrier_account_id: id, status, failure, callback_url } = account
  const verify = useVerify(id)
  const update = useUpdateAccount(id)
  const [isLeaving, setLeaving] = useState(false)
  const [isReplacing, setReplacing] = useState(false)
  const statusName: Record<string, string> = {
    verified: t`verified`,
    failing: t`failing`,
    unverified: t`not verified`,
  }
  return (
    <Card
      title={account.name}
      actions={
        mayWrite && (
          <>
            <Button size="sm" busy={verify.isPending} onClick={() => verify.mutate()}>
              <Trans>Verify</Trans>
            </Button>
            {carrier && carrier.account !== null && (
              <Button size="sm" onClick={() => setReplacing(true)}>
                <Trans>Replace the credentials</Trans>
              </Button>
            )}
            <Button size="sm" onClick={() => setLeaving(true)}>
              <Trans>Disconnect</Trans>
            </Button>
          </>
        )
      }
    >
      <Facts>
        <Fact name={<Trans>Carrier</Trans>}>{carrier?.name ?? account.carrier_code}</Fact>
        <Fact name={<Trans>Status</Trans>}>
          <Badge tone={tones[status] ?? 'neutral'}>{statusName[status] ?? status}</Badge>
          {account.verified_at && <span className="ms-2 text-sm text-muted">{format.time(account.verified_at)}</span>}
          {failure && <p className="text-danger">{failure.message}</p>}
        </Fact>
        {callback_url && carrier?.account?.callbacks === 'manual' && (
          <Fact name={<Trans>Address for the carrier</Trans>}>
            <span className="flex items-start gap-1">
              <span className="font-mono text-sm wrap-anywhere">{callback_url}</span>
              <CopyButton text={callback_url} what={t`address`} />
            </span>
          </Fact>
        )}
        {carrier && carrier.services.length > 0 && (
          <Fact name={<Trans>Services</Trans>}>
            <ServicesField account={account} carrier={carrier} disabled={!mayWrite} />
          </Fact>
        )}
        <Fact name={<Trans>Used for offers</Trans>}>
          <Switch
            checked={account.enabled}
            disabled={!mayWrite || update.isPending}
            onChange={() => update.mutate({ changes: { enabled: !account.enabled }, key: crypto.randomUUID() })}
          >
            {account.enabled ? <Trans>on</Trans> : <Trans>off</Trans>}
          </Switch>
          {account.enabled && status === 'unverified' && (
            <p className="text-warning">
              <Trans>Nobody knows yet whether it makes offers: verify it.</Trans>
            </p>
          )}
          {account.enabled && status === 'failing' && (
            <p className="text-danger">
              <Trans>It makes no offers while the carrier refuses it.</Trans>
            </p>
          )}
        </Fact>
      </Facts>
      {(verify.error ?? update.error) && (
        <div className="mt-3">
          <ErrorNote error={verify.error ?? update.error} />
        </div>
      )}
      {isReplacing && carrier && (
        <ConnectSheet carrier={carrier} account={account} onClose={() => setReplacing(false)} />
      )}
      {isLeaving && <DisconnectDialog account={account} onClose={() => setLeaving(false)} />}
    </Card>
  )
}

function DisconnectDialog({ account, onClose }: { account: CarrierAccount; onClose: () => void }) {
  const { t } = useLingui()
  const disconnect = useDisconnect(account.carrier_account_id)
  return (
    <ConfirmDialog
      open
      danger
      onOpenChange={onClose}
      busy={disconnect.isPending}
      title={t`Disconnect ${account.name}?`}
      action={<Trans>Disconnect</Trans>}
      onConfirm={() =>
        disconnect.mutate(undefined, {
          onSuccess() {
            toast(t`The account is disconnected.`)
            onClose()
          },
        })
      }
    >
      <Trans>It makes no more offers. Its credentials are deleted once its last delivery has ended.</Trans>
      {disconnect.isError && <ErrorNote error={disconnect.error} />}
    </ConfirmDialog>
  )
}
