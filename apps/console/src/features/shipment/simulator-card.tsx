import { Trans, useLingui } from '@lingui/react/macro'
import { Button } from '../../ui/button.tsx'
import { FoldedCard } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { useAdvance } from './queries.ts'

/** In test environments: moves the simulated courier. */
export function SimulatorCard({ shipmentId }: { shipmentId: string }) {
  const { t } = useLingui()
  const advance = useAdvance(shipmentId)
  const moves = [
    [{ status: 'picked_up' }, t`Pick up`],
    [{ status: 'arrived_at_dropoff' }, t`Arrive`],
    [{ status: 'delivered' }, t`Deliver`],
    [{ incident: 'recipient_not_available' }, t`Nobody is there`],
    [{ incident: 'incorrect_address' }, t`Wrong address`],
  ] as const
  return (
    <FoldedCard title={<Trans>Simulator</Trans>}>
      <div className="flex flex-wrap gap-2">
        {moves.map(([move, name]) => (
          <Button key={name} size="sm" disabled={advance.isPending} onClick={() => advance.mutate(move)}>
            {name}
          </Button>
        ))}
      </div>
      {advance.isError && (
        <div className="mt-3">
          <ErrorNote error={advance.error} />
        </div>
      )}
    </FoldedCard>
  )
}
