import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Shipment } from '@waybill/sdk'
import { useCodeNames } from '../../../format/code-names.ts'
import { StatusBadge } from '../../../format/status-badge.tsx'
import { useFormat } from '../../../format/use-format.ts'
import { useApi } from '../../../session/workspace.ts'
import { Fact } from '../../../ui/card.tsx'
import { returnQueries } from './queries.ts'

/** A return shows what it brings back and why; another shipment shows its returns. */
export function ReturnFacts({ shipment }: { shipment: Shipment }) {
  const { return_of: originalId, return_ids: returnIds } = shipment
  if (originalId !== null) return <Terms shipment={shipment} originalId={originalId} />
  return returnIds.length > 0 ? <Returns shipmentId={shipment.shipment_id} /> : null
}

function Terms({ shipment: { return_terms: terms }, originalId }: { shipment: Shipment; originalId: string }) {
  const { t } = useLingui()
  const getName = useCodeNames()
  const reasons = new Set([terms?.reason, ...(terms?.goods ?? []).map(({ reason }) => reason)])
  const lines = [
    ...[...reasons].map((reason) => reason && getName(reason)),
    terms?.note,
    terms?.pay === 'now' && t`The carrier charges with the booking`,
    terms?.pay === 'on_use' && t`The carrier charges when the label is used`,
    terms?.label === 'qr' && t`The recipient shows a code`,
    terms?.decision?.outcome === 'approved' && terms.decision.decided_by === null && t`Approved by the return rules`,
    terms?.decision?.outcome === 'refused' && t`Refused: ${terms.decision.note}`,
  ].filter(Boolean)
  return (
    <Fact name={<Trans>Return</Trans>}>
      <p>
        <Link to="/shipments/$shipmentId" params={{ shipmentId: originalId }} className="text-accent hover:underline">
          <Trans>The delivery that it brings back</Trans>
        </Link>
      </p>
      {lines.map((line) => (
        <p key={String(line)} className="wrap-anywhere">
          {line}
        </p>
      ))}
    </Fact>
  )
}

function Returns({ shipmentId }: { shipmentId: string }) {
  const format = useFormat()
  const { data } = useQuery(returnQueries(useApi()).list(shipmentId))
  return (
    <Fact name={<Trans>Returns</Trans>}>
      <ul className="grid gap-1">
        {data?.map(({ shipment_id: id, status, created_at: at }) => (
          <li key={id} className="flex flex-wrap items-center gap-2">
            <Link to="/shipments/$shipmentId" params={{ shipmentId: id }} className="text-accent hover:underline">
              {format.time(at)}
            </Link>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
    </Fact>
  )
}
