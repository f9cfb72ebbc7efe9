import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ApiKey } from '@waybill/sdk'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { RelativeTime } from '../../format/relative-time.tsx'
import { useFormat } from '../../format/use-format.ts'
import { useRows } from '../../grid/rows.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { RevokeKeyDialog, RotateKeyDialog } from './key-dialogs.tsx'
import { KeyForm } from './key-form.tsx'
import { ListState } from './list-state.tsx'
import { developerQueries } from './queries.ts'
import { type Secret, SecretDialog } from './secret-dialog.tsx'

const getId = (key: ApiKey): string => key.key_id
const TONES: Record<string, Tone> = { active: 'success', suspended: 'warning' }

/** The keys of the environment. */
export function KeysTab() {
  const { t } = useLingui()
  const navigate = useNavigate({ from: '/developers' })
  const { create } = useSearch({ from: '/signed-in/developers' })
  const canWrite = useCan('api_keys:write')
  const query = useInfiniteQuery(developerQueries(useApi()).keys())
  const keys = useRows(query, getId)
  const [asked, setAsked] = useState<{ action: 'rotate' | 'revoke'; key: ApiKey } | null>(null)
  const [secret, setSecret] = useState<Secret | null>(null)
  const showForm = (open: boolean) =>
    navigate({ search: (before) => ({ ...before, create: open || undefined }), replace: !open })
  const showToken = ({ name, access_token }: { name: string; access_token: string }) => {
    setAsked(null)
    setSecret({ title: t`Token of ${name}`, value: access_token })
  }
  const title = t`Create an API key`
  useCommands(
    canWrite
      ? [{ id: 'api-keys.create', title, group: t`Developers`, shortcut: 'c', run: () => void showForm(true) }]
      : [],
  )
  const button = canWrite && (
    <Button variant="primary" onClick={() => showForm(true)}>
      {title}
    </Button>
  )
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-3">
        <p className="grow text-muted">
          <Trans>Your programs call the API with a key. Each key belongs to this environment.</Trans>
        </p>
        {button}
      </div>
      <ListState
        query={query}
        isEmpty={keys.length === 0}
        empty={
          <EmptyState icon={<KeyRound aria-hidden />} title={<Trans>No API keys</Trans>}>
            <Trans>Create a key for each program, with only the rights it needs.</Trans>
          </EmptyState>
        }
      >
        <KeyTable keys={keys} onAsk={canWrite ? (action, key) => setAsked({ action, key }) : undefined} />
      </ListState>
      {create && canWrite && (
        <KeyForm
          onClose={() => showForm(false)}
          onCreated={(key) => {
            void showForm(false)
            showToken(key)
          }}
        />
      )}
      {asked?.action === 'rotate' && (
        <RotateKeyDialog apiKey={asked.key} onClose={() => setAsked(null)} onRotated={showToken} />
      )}
      {asked?.action === 'revoke' && <RevokeKeyDialog apiKey={asked.key} onClose={() => setAsked(null)} />}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
    </div>
  )
}

interface KeyTableProps {
  keys: readonly ApiKey[]
  onAsk?: (action: 'rotate' | 'revoke', key: ApiKey) => void
}

function KeyTable({ keys, onAsk }: KeyTableProps) {
  const { t } = useLingui()
  const format = useFormat()
  const statuses: Record<string, string> = {
    active: t`active`,
    suspended: t`suspended`,
    expired: t`expired`,
    revoked: t`revoked`,
  }
  return (
    <Table aria-label={t`API keys`}>
      <thead>
        <tr>
          <Th>{t`Name`}</Th>
          <Th>{t`Status`}</Th>
          <Th>{t`Token`}</Th>
          <Th>{t`Rights`}</Th>
          <Th>{t`Last used`}</Th>
          <Th>{t`Expires`}</Th>
          {onAsk && (
            <Th className="relative">
              <span className="sr-only">{t`Actions`}</span>
            </Th>
          )}
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.key_id}>
            <Td className="min-w-32 font-medium wrap-anywhere">{key.name}</Td>
            <Td>
              <Badge tone={TONES[key.status] ?? 'neutral'}>{statuses[key.status] ?? key.status}</Badge>
            </Td>
            <Td className="font-mono text-sm whitespace-nowrap">{key.token_hint}</Td>
            <Td className="min-w-56">
              <Rights scopes={key.scopes} />
            </Td>
            <Td className="whitespace-nowrap">
              {key.last_used_at ? <RelativeTime at={key.last_used_at} /> : <Trans>never</Trans>}
            </Td>
            <Td className="whitespace-nowrap">{key.expires_at ? format.time(key.expires_at) : <Trans>never</Trans>}</Td>
            {onAsk && (
              <Td className="text-end whitespace-nowrap">
                {key.status === 'active' && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={t`Rotate ${key.name}`}
                    onClick={() => onAsk('rotate', key)}
                  >
                    <Trans>Rotate</Trans>
                  </Button>
                )}
                {key.status !== 'revoked' && (
                  <Button
                    size="sm"
                    variant="ghost"
                    aria-label={t`Revoke ${key.name}`}
                    onClick={() => onAsk('revoke', key)}
                  >
                    <Trans>Revoke</Trans>
                  </Button>
                )}
              </Td>
            )}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const SHOWN_RIGHTS = 3

/** A few rights are in view; many are behind their number. */
function Rights({ scopes }: { scopes: readonly string[] }) {
  const list = <span className="font-mono text-xs text-muted">{scopes.join(', ')}</span>
  if (scopes.length <= SHOWN_RIGHTS) return list
  return (
    <details>
      <summary className="min-h-6 cursor-pointer">
        <Plural value={scopes.length} one="# right" other="# rights" />
      </summary>
      {list}
    </details>
  )
}
