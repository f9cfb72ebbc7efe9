import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { Member, UpdateMember } from '@waybill/sdk'
import { useState } from 'react'
import { useRoleNames } from '../../../session/roles.ts'
import { useSession } from '../../../session/session.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { Checkbox } from '../../../ui/input.tsx'
import { toastError } from '../../../ui/toast.tsx'
import { keysMadeBy, type MadeKey, useUpdateMember } from './queries.ts'
import { useRoleWords } from './role-words.ts'

interface Question {
  changes: UpdateMember
  /** Keys that the member made, which the change can end. */
  keys: MadeKey[]
}

/** Changes a member, after a question if that ends the membership or API keys which somebody may still use. */
export function useMemberChange({ user_id: userId, name }: Member) {
  const session = useSession()
  const queryClient = useQueryClient()
  const update = useUpdateMember()
  const [question, setQuestion] = useState<Question | null>(null)

  const change = async (changes: UpdateMember) => {
    try {
      const isLess = changes.active === false || (changes.role !== undefined && changes.role !== 'owner')
      const keys = isLess ? await queryClient.fetchQuery(keysMadeBy(userId, session.environments)) : []
      if (keys.length > 0 || changes.active === false) setQuestion({ changes, keys })
      else update.mutate({ userId, changes })
    } catch (error) {
      toastError(error)
    }
  }
  const dialog = question && (
    <ChangeDialog
      name={name}
      question={question}
      busy={update.isPending}
      onClose={() => setQuestion(null)}
      onConfirm={(changes) => update.mutate({ userId, changes }, { onSuccess: () => setQuestion(null) })}
    />
  )
  return { change, busy: update.isPending, dialog }
}

interface ChangeDialogProps {
  name: string
  question: Question
  busy: boolean
  onClose: () => void
  onConfirm: (changes: UpdateMember) => void
}

function ChangeDialog({ name, question: { changes, keys }, busy, onClose, onConfirm }: ChangeDialogProps) {
  const { t } = useLingui()
  const roleName = useRoleNames()
  const roleWords = useRoleWords()
  const [areKept, setKept] = useState(false)
  const { role } = changes
  const isLeaving = changes.active === false
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={isLeaving ? t`Deactivate ${name}?` : t`Change the role of ${name}?`}
      action={isLeaving ? <Trans>Deactivate</Trans> : <Trans>Change</Trans>}
      danger
      busy={busy}
      onConfirm={() => onConfirm(areKept ? { ...changes, keep_api_keys: true } : changes)}
    >
      {isLeaving ? (
        t`The sessions end, and so do the invitations and links that ${name} has made.`
      ) : (
        <>
          <Trans>From now on: {role === undefined ? '' : roleName(role)}.</Trans>{' '}
          {role !== undefined && roleWords(role)}
        </>
      )}
      {keys.length > 0 && (
        <>
          <p className="mt-3">
            {isLeaving ? (
              <Plural
                value={keys.length}
                one="This API key, which the member made, is revoked:"
                other="These # API keys, which the member made, are revoked:"
              />
            ) : (
              <Trans>Of these API keys, those are revoked that the new role may not make:</Trans>
            )}
          </p>
          <ul aria-label={t`API keys`} className="my-2 max-h-48 list-disc overflow-y-auto ps-5">
            {keys.map(({ key_id: id, name: keyName, environment }) => (
              <li key={id}>
                {keyName} ({environment})
              </li>
            ))}
          </ul>
          <Checkbox checked={areKept} onChange={({ target }) => setKept(target.checked)}>
            <Trans>Keep them working. I answer for them.</Trans>
          </Checkbox>
        </>
      )}
    </ConfirmDialog>
  )
}
