import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useRoleNames } from '../../../session/roles.ts'
import { useSession } from '../../../session/session.ts'
import { useApi } from '../../../session/workspace.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { InviteForm } from './invite-form.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { MembersTable } from './members-table.tsx'
import { settingsQueries, useRevokeInvitation } from './queries.ts'

/** The people of the merchant: their roles, and who is invited. */
export function TeamTab() {
  const isOwner = useSession().role === 'owner'
  const [link, setLink] = useState<string | null>(null)
  return (
    <div className="flex flex-col gap-4">
      <Card title={<Trans>Team</Trans>}>
        <MembersTable isOwner={isOwner} onLink={setLink} />
      </Card>
      {isOwner && (
        <Card title={<Trans>Invite somebody</Trans>}>
          <InviteForm onLink={setLink} />
        </Card>
      )}
      {isOwner && <Invitations />}
      {link !== null && <LinkDialog link={link} onClose={() => setLink(null)} />}
    </div>
  )
}

function Invitations() {
  const format = useFormat()
  const roleName = useRoleNames()
  const { data: invitations, error, refetch } = useQuery(settingsQueries(useApi()).invitations())
  const revoke = useRevokeInvitation()
  return (
    <Card title={<Trans>Open invitations</Trans>}>
      {invitations?.length === 0 ? (
        <EmptyState title={<Trans>Nobody is invited</Trans>} />
      ) : invitations ? (
        <ul className="flex flex-col divide-y">
          {invitations.map(({ invitation_id, email, role, expires_at }) => (
            <li key={invitation_id} className="flex items-center gap-3 py-2.5 first:pt-0 last:pb-0">
              <div className="min-w-0 grow">
                <p className="truncate">{email}</p>
                <p className="text-sm text-muted">
                  <Badge>{roleName(role)}</Badge> <Trans>until {format.time(expires_at)}</Trans>
                </p>
              </div>
              <Button size="sm" disabled={revoke.isPending} onClick={() => revoke.mutate(invitation_id)}>
                <Trans>Revoke</Trans>
              </Button>
            </li>
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines />
      )}
    </Card>
  )
}
