import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Member } from '@waybill/sdk'
import { ROLES, type Role, useRoleNames } from '../../../session/roles.ts'
import { useSession } from '../../../session/session.ts'
import { useApi } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Select } from '../../../ui/input.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { Table, Td, Th } from '../../../ui/table.tsx'
import { MemberActions } from './member-actions.tsx'
import { useMemberChange } from './member-change.tsx'
import { settingsQueries } from './queries.ts'

interface MembersTableProps {
  /** Owners change roles, deactivate, and make links for a new password. */
  isOwner: boolean
  onLink: (link: string) => void
}

export function MembersTable({ isOwner, onLink }: MembersTableProps) {
  const { t } = useLingui()
  const { data: members, error, refetch } = useQuery(settingsQueries(useApi()).members())
  if (error && !members) return <ErrorState error={error} onRetry={() => refetch()} />
  if (!members) return <SkeletonLines />
  return (
    <Table aria-label={t`Members`}>
      <thead>
        <tr>
          <Th>{t`Name`}</Th>
          <Th>{t`Role`}</Th>
          {isOwner && <Th>{t`Actions`}</Th>}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.user_id} member={member} isOwner={isOwner} onLink={onLink} />
        ))}
      </tbody>
    </Table>
  )
}

const hasSecondFactor = ({ has_totp, passkeys_count }: Member): boolean => has_totp || passkeys_count > 0

function MemberRow({ member, isOwner, onLink }: MembersTableProps & { member: Member }) {
  const { t } = useLingui()
  const roleName = useRoleNames()
  const isSelf = useSession().user.user_id === member.user_id
  const { change, busy, dialog } = useMemberChange(member)
  const { name, email, role, active } = member
  return (
    <tr>
      <Td>
        <span className="font-medium">{name}</span> {!active && <Badge>{t`deactivated`}</Badge>}{' '}
        {hasSecondFactor(member) && <Badge>{t`second factor`}</Badge>}{' '}
        {member.has_oidc && <Badge>{t`single sign-on`}</Badge>}
        <span className="block text-sm text-muted">{email}</span>
      </Td>
      <Td>
        {isOwner && !isSelf && active ? (
          <Select
            aria-label={t`Role of ${name}`}
            value={role}
            disabled={busy}
            onChange={({ target }) => void change({ role: target.value as Role })}
          >
            {ROLES.map((one) => (
              <option key={one} value={one}>
                {roleName(one)}
              </option>
            ))}
          </Select>
        ) : (
          roleName(role)
        )}
      </Td>
      {isOwner && (
        <Td>
          {!isSelf && <MemberActions member={member} onLink={onLink} onChange={change} busy={busy} />}
          {dialog}
        </Td>
      )}
    </tr>
  )
}
