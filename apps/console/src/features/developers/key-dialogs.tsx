import { Trans, useLingui } from '@lingui/react/macro'
import type { ApiKey, ApiKeyWithToken } from '@waybill/sdk'
import { useState } from 'react'
import { Field } from '../../forms/field.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Select } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { developerChanges } from './changes.ts'
import { useChange } from './use-change.ts'

interface KeyDialogProps {
  apiKey: ApiKey
  onClose: () => void
}

/** Replaces a key by a new one of the same rights; the old one works on for a while. */
export function RotateKeyDialog(props: KeyDialogProps & { onRotated: (key: ApiKeyWithToken) => void }) {
  const { apiKey, onClose, onRotated } = props
  const { t } = useLingui()
  const [overlap, setOverlap] = useState('86400')
  const rotate = useChange('api-keys', developerChanges.rotateKey)
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Rotate ${apiKey.name}`}
      action={<Trans>Rotate key</Trans>}
      busy={rotate.isPending}
      onConfirm={() =>
        rotate.mutate({ keyId: apiKey.key_id, overlapSeconds: Number(overlap) }, { onSuccess: onRotated })
      }
    >
      <p className="mb-3">
        <Trans>You get a new token with the same rights. Put it in place before the old one stops to work.</Trans>
      </p>
      <Field label={t`The old token works for`}>
        {(control) => (
          <Select {...control} value={overlap} onChange={({ target }) => setOverlap(target.value)}>
            <option value="3600">{t`1 hour more`}</option>
            <option value="86400">{t`1 day more`}</option>
            <option value="604800">{t`7 days more`}</option>
            <option value="0">{t`no longer: stop it now`}</option>
          </Select>
        )}
      </Field>
    </ConfirmDialog>
  )
}

export function RevokeKeyDialog({ apiKey, onClose }: KeyDialogProps) {
  const { t } = useLingui()
  const revoke = useChange('api-keys', developerChanges.revokeKey)
  const onSuccess = () => {
    onClose()
    toast(t`${apiKey.name} is revoked`)
  }
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Revoke ${apiKey.name}`}
      action={<Trans>Revoke key</Trans>}
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate(apiKey.key_id, { onSuccess })}
      danger
    >
      <Trans>Within a second the API refuses calls with its token. This cannot be undone.</Trans>
    </ConfirmDialog>
  )
}
