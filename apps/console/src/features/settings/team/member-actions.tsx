import { Trans, useLingui } from '@lingui/react/macro'
import type { Member, UpdateMember } from '@waybill/sdk'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { useResetLink, useResetSecondFactor, useUnlinkMember } from './queries.ts'

interface MemberActionsProps {
  member: Member
  onLink: (link: string) => void
  onChange: (changes: UpdateMember) => unknown
  /** A change is on its way. */
  busy: boolean
}

/** Actions of an owner on another member. */
export function MemberActions({ member, onLink, onChange, busy }: MemberActionsProps) {
  const { t } = useLingui()
  const [asks, setAsks] = useState<'reset' | 'unlink' | null>(null)
  const newPassword = useResetLink()
  const reset = useResetSecondFactor()
  const unlink = useUnlinkMember()
  const { user_id: userId, name, active, has_totp, passkeys_count, has_oidc } = member
  const act = async (action: () => Promise<unknown>, done: string) => {
    try {
      await action()
      setAsks(null)
      toast(done)
    } catch (error) {
      toastError(error)
    }
  }
  return (
    <span className="flex flex-wrap gap-2">
      {active && (
        <Button
          size="sm"
          busy={newPassword.isPending}
          onClick={() => newPassword.mutate(userId, { onSuccess: ({ url }) => onLink(url) })}
        >
          <Trans>New password</Trans>
        </Button>
      )}
      {(has_totp || passkeys_count > 0) && (
        <Button size="sm" onClick={() => setAsks('reset')}>
          <Trans>Reset second factor</Trans>
        </Button>
      )}
      {has_oidc && (
        <Button size="sm" onClick={() => setAsks('unlink')}>
          <Trans>Unlink</Trans>
        </Button>
      )}
      <Button size="sm" disabled={busy} onClick={() => onChange({ active: !active })}>
        {active ? <Trans>Deactivate</Trans> : <Trans>Activate</Trans>}
      </Button>
      <ConfirmDialog
        open={asks === 'reset'}
        onOpenChange={(open) => open || setAsks(null)}
        title={t`Reset the second factor of ${name}?`}
        action={<Trans>Reset</Trans>}
        danger
        busy={reset.isPending}
        onConfirm={() => void act(() => reset.mutateAsync(userId), t`The second factor is reset.`)}
      >
        <Trans>
          For somebody who has lost the phone. The authenticator app, the recovery codes and the passkeys end, and so do
          the sessions. Be sure that the person who asks you is {name}.
        </Trans>
      </ConfirmDialog>
      <ConfirmDialog
        open={asks === 'unlink'}
        onOpenChange={(open) => open || setAsks(null)}
        title={t`Unlink ${name} from the identity provider?`}
        action={<Trans>Unlink</Trans>}
        busy={unlink.isPending}
        onConfirm={() => void act(() => unlink.mutateAsync(userId), t`The member is unlinked.`)}
      >
        <Trans>
          For somebody who has a new account there. The next sign-in links the account with the same e-mail address.
        </Trans>
      </ConfirmDialog>
    </span>
  )
}
