import { Trans, useLingui } from '@lingui/react/macro'
import type { Hold } from '@waybill/sdk'
import { CirclePause } from 'lucide-react'
import { useFormat } from '../../../format/use-format.ts'
import { useActorName } from '../../../handling/actor-name.ts'
import { useHandling } from '../../../handling/queries.ts'
import { useCan } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { toast, toastError } from '../../../ui/toast.tsx'

/** Why the shipment is not booked, who said so and when, and the way on. */
export function HoldNote({ shipmentId, hold }: { shipmentId: string; hold: Hold }) {
  const { t } = useLingui()
  const format = useFormat()
  const who = useActorName(hold.held_by) ?? (hold.held_by.startsWith('usr_') ? t`a former member` : t`an API key`)
  const mayRelease = useCan('shipments:change')
  const handling = useHandling(shipmentId)
  const release = () =>
    handling.mutate(
      { kind: 'release' },
      { onSuccess: () => toast(t`The shipment is released. It can be booked.`), onError: toastError },
    )
  return (
    <section
      aria-label={t`Hold`}
      className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-warning-soft px-4 py-3 text-warning"
    >
      <CirclePause className="size-5 shrink-0" aria-hidden />
      <div className="min-w-0 grow basis-48">
        <p className="font-medium wrap-anywhere">{t`On hold: ${hold.reason}`}</p>
        <p className="text-sm">
          <Trans>
            By {who}, {format.time(hold.held_at)}. It is not booked until it is released.
          </Trans>
        </p>
      </div>
      {mayRelease && (
        <Button variant="primary" busy={handling.isPending} onClick={release}>
          <Trans>Release</Trans>
        </Button>
      )}
    </section>
  )
}
