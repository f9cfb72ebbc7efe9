import { Trans } from '@lingui/react/macro'
import { Button } from '../../../ui/button.tsx'
import type { Replaced } from '../revision.ts'

/** Says before new offers what they do to the shipment of another recipient, which can be kept instead. */
export function OtherRecipient({ shipment, onKeep }: { shipment: Replaced; onKeep: () => void }) {
  const { reference, recipient, isCancelled, isRegistered } = shipment
  return (
    <div className="mb-4 flex flex-col items-start gap-2 rounded-md bg-warning-soft px-3 py-2 text-warning">
      <p role="status" className="wrap-anywhere">
        {isCancelled ? (
          <Trans>
            Shipment {reference} is for {recipient}, and not booked. If you go on, it is cancelled.
          </Trans>
        ) : (
          <Trans>
            Shipment {reference} is for {recipient}. If you go on, it gets the recipient that you typed.
          </Trans>
        )}
      </p>
      {isRegistered && (
        <Button size="sm" onClick={onKeep}>
          <Trans>Keep it, and make another</Trans>
        </Button>
      )}
    </div>
  )
}
