import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { RateCard } from '@waybill/sdk'
import { Banknote, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { useApi } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorNote, ErrorState } from '../../../ui/error-state.tsx'
import { Switch } from '../../../ui/input.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'
import { fleetQueries, useDeleteCard, useOffered } from './queries.ts'

interface CardsCardProps {
  mayWrite: boolean
  onAdd: () => void
  onChange: (cardId: string) => void
}

/** The prices of deliveries by own drivers. */
export function CardsCard({ mayWrite, onAdd, onChange }: CardsCardProps) {
  const { t } = useLingui()
  const { data: cards, error, refetch } = useQuery(fleetQueries(useApi()).cards())
  const add = mayWrite && (
    <Button variant="primary" onClick={onAdd}>
      <Plus aria-hidden />
      <Trans>Add a rate card</Trans>
    </Button>
  )
  return (
    <Card title={<Trans>Prices</Trans>} actions={cards?.length ? add : undefined}>
      {cards?.length === 0 ? (
        <EmptyState icon={<Banknote aria-hidden />} title={<Trans>No prices yet</Trans>} action={add}>
          <Trans>With a rate card, your own drivers are offered beside carriers in each quote that it holds for.</Trans>
        </EmptyState>
      ) : cards ? (
        <ul aria-label={t`Prices`} className="flex flex-col divide-y">
          {cards.map((card) => (
            <CardRow
              key={card.rate_card_id}
              card={card}
              mayWrite={mayWrite}
              onChange={() => onChange(card.rate_card_id)}
            />
          ))}
        </ul>
      ) : error ? (
        <ErrorState error={error} onRetry={() => refetch()} />
      ) : (
        <SkeletonLines />
      )}
      {(cards?.length ?? 0) > 1 && (
        <p className="mt-3 text-sm text-muted">
          <Trans>If several cards hold for a shipment, the oldest one counts. The newest is on top.</Trans>
        </p>
      )}
    </Card>
  )
}

function CardRow({ card, mayWrite, onChange }: { card: RateCard; mayWrite: boolean; onChange: () => void }) {
  const { t } = useLingui()
  const offered = useOffered()
  const remove = useDeleteCard()
  const [isLeaving, setLeaving] = useState(false)
  const { rate_card_id: id, name, enabled } = card
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-52 grow basis-0">
        <p className="font-medium wrap-anywhere">{name}</p>
        <p>
          <CardPrice card={card} />
        </p>
        <p className="text-sm text-muted">
          <CardFacts card={card} />
        </p>
      </div>
      {mayWrite && (
        <div className="flex items-center gap-2">
          <Switch
            aria-label={t`${name} is offered`}
            checked={enabled}
            disabled={offered.isPending}
            onChange={() =>
              offered.mutate({ id, enabled: !enabled, key: crypto.randomUUID() }, { onError: toastError })
            }
          >
            <Trans>Offered</Trans>
          </Switch>
          <Button size="sm" aria-label={t`Change ${name}`} onClick={onChange}>
            <Trans>Change</Trans>
          </Button>
          <Button variant="ghost" size="icon" aria-label={t`Delete ${name}`} onClick={() => setLeaving(true)}>
            <Trash2 aria-hidden />
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isLeaving}
        onOpenChange={setLeaving}
        danger
        title={t`Delete ${name}?`}
        action={<Trans>Delete the rate card</Trans>}
        busy={remove.isPending}
        onConfirm={async () => {
          try {
            await remove.mutateAsync(id)
            toast(t`The rate card is deleted.`)
          } catch {
            // The dialog shows the error.
          }
        }}
      >
        <Trans>
          Offers that were made before stay valid. This cannot be undone, since the age of a card matters: to pause it,
          switch it off.
        </Trans>
        {remove.isError && <ErrorNote error={remove.error} />}
      </ConfirmDialog>
    </li>
  )
}

/** "£4.00 + £0.50 per km", or the prices of the zones from the lowest to the highest. */
function CardPrice({ card: { distance_price: price, zones, currency } }: { card: RateCard }) {
  const format = useFormat()
  const money = (amount: string) => format.money(amount, currency)
  if (price) {
    const [base, perKm, perKg] = [price.base_amount, price.per_km_amount, price.per_kg_amount].map(money)
    return (
      <>
        {base}
        {Number(price.per_km_amount) > 0 && (
          <>
            {' + '}
            <Trans>{perKm} per km</Trans>
          </>
        )}
        {Number(price.per_kg_amount) > 0 && (
          <>
            {' + '}
            <Trans>{perKg} per kg</Trans>
          </>
        )}
      </>
    )
  }
  const amounts = (zones ?? []).map(({ amount }) => amount).sort((one, other) => Number(one) - Number(other))
  const ends = [...new Set([amounts[0], amounts.at(-1)])].filter((amount) => amount !== undefined)
  return (
    <>
      {ends.map(money).join(' – ')} (<Plural value={amounts.length} one="# zone" other="# zones" />)
    </>
  )
}

function CardFacts({ card }: { card: RateCard }) {
  const { t } = useLingui()
  const format = useFormat()
  const minutes = format.number(card.delivery_minutes)
  const km = card.max_distance_km === null ? null : format.number(Number(card.max_distance_km))
  const facts = [
    card.service_code === 'fleet_same_day' ? t`on the same day` : t`a driver at once`,
    [card.pickup_country, card.pickup_post_code_prefix].filter(Boolean).join(' '),
    ...(km === null ? [] : [t`up to ${km} km`]),
    t`up to ${format.weight(Number(card.max_weight_kg))}`,
    t`within ${minutes} minutes`,
  ]
  return facts.join(' · ')
}
