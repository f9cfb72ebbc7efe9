import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Carrier, CarrierAccount } from '@waybill/sdk'
import { Plug } from 'lucide-react'
import { useState } from 'react'
import { useApi, useCan } from '../../session/workspace.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import { AccountCard } from './account-card.tsx'
import { ConnectSheet } from './connect-sheet.tsx'
import { carrierQueries } from './queries.ts'

/** Its drivers and prices are on the page of own drivers. */
const OWN_FLEET = 'own_fleet'

/** The accounts with carriers, and the carriers that can be connected. */
export function AccountsTab() {
  const { t } = useLingui()
  const queries = carrierQueries(useApi())
  const accounts = useQuery(queries.accounts())
  const carriers = useQuery(queries.carriers())
  const mayWrite = useCan('carriers:write')
  const [connecting, setConnecting] = useState<Carrier | null>(null)
  const failed = [accounts, carriers].filter(({ error, data }) => error !== null && data === undefined)
  return (
    <>
      {accounts.data && carriers.data ? (
        <div className="flex max-w-4xl flex-col gap-4">
          {accounts.data.length === 0 && (
            <EmptyState icon={<Plug aria-hidden />} title={<Trans>No carrier is connected</Trans>}>
              <Trans>
                Connect your account with a carrier to get its offers. Simulated carriers always make offers in test
                mode.
              </Trans>
            </EmptyState>
          )}
          {accounts.data.map((account) => (
            <AccountCard
              key={account.carrier_account_id}
              account={account}
              carrier={carriers.data.find(({ carrier_code }) => carrier_code === account.carrier_code)}
              mayWrite={mayWrite}
            />
          ))}
          <Card title={<Trans>All carriers</Trans>}>
            <ul className="grid gap-2 sm:grid-cols-2">
              {carriers.data.map((carrier) => (
                <li key={carrier.carrier_code} className="flex items-center gap-3 rounded-md border px-3 py-2">
                  <Monogram name={carrier.name} />
                  <span className="min-w-0 grow">
                    <span className="block truncate font-medium">{carrier.name}</span>
                    <CarrierState carrier={carrier} accounts={accounts.data} />
                  </span>
                  {carrier.carrier_code === OWN_FLEET && (
                    <Button asChild size="sm">
                      <Link to="/carriers/own-fleet">
                        <Trans>Set up</Trans>
                      </Link>
                    </Button>
                  )}
                  {mayWrite && carrier.account !== null && (
                    <Button size="sm" aria-label={t`Connect ${carrier.name}`} onClick={() => setConnecting(carrier)}>
                      <Trans>Connect</Trans>
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          </Card>
        </div>
      ) : failed[0] ? (
        <ErrorState error={failed[0].error} onRetry={() => failed.map(({ refetch }) => refetch())} />
      ) : (
        <SkeletonLines />
      )}
      {connecting && <ConnectSheet carrier={connecting} onClose={() => setConnecting(null)} />}
    </>
  )
}

/** The initials of a carrier: a sign to find it by. */
const Monogram = ({ name }: { name: string }) => (
  <span
    aria-hidden
    className="flex size-9 shrink-0 items-center justify-center rounded-md bg-accent-soft text-sm font-semibold text-accent"
  >
    {(name.match(/\p{Lu}/gu) ?? [name.charAt(0)]).slice(0, 2).join('')}
  </span>
)

/** Connected is a carrier by the accounts from which offers come. */
function CarrierState({ carrier, accounts }: { carrier: Carrier; accounts: readonly CarrierAccount[] }) {
  const own = accounts.filter(({ carrier_code }) => carrier_code === carrier.carrier_code)
  const enabled = own.filter((account) => account.enabled)
  const count = enabled.filter(({ status }) => status !== 'failing').length
  if (count > 0)
    return (
      <Badge tone="success">
        <Plural value={count} one="connected" other="connected, # accounts" />
      </Badge>
    )
  if (enabled.length > 0)
    return (
      <Badge tone="danger">
        <Trans>failing</Trans>
      </Badge>
    )
  return (
    <span className="block text-sm text-muted">
      {own.length > 0 ? (
        <Trans>off</Trans>
      ) : carrier.simulated ? (
        <Trans>simulated, needs no account</Trans>
      ) : carrier.account === null ? (
        <Trans>needs no account</Trans>
      ) : (
        <Trans>not connected</Trans>
      )}
    </span>
  )
}
