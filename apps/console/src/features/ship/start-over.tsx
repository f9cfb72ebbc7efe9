import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import type { KeptProgress } from './progress.ts'
import { cancelUnbooked } from './queries.ts'

interface StartOverProps {
  kept: KeptProgress
  isAsking: boolean
  onStartOver: () => void
}

/** Empties the form. A shipment that is registered already is kept to be booked later, or cancelled. */
export function StartOver({ kept, isAsking, onStartOver }: StartOverProps) {
  const [isOpen, setOpen] = useState(false)
  const api = useApi()
  const { shipmentId, registered } = kept.progress ?? {}
  const cancelling = useMutation({
    mutationFn: async (id: string) => await cancelUnbooked(api, id),
    onSuccess() {
      kept.drop()
      onStartOver()
    },
  })
  const reference = registered?.merchant_order_ref
  return (
    <>
      <Button
        variant="ghost"
        disabled={isAsking}
        onClick={() => (shipmentId === undefined ? onStartOver() : setOpen(true))}
      >
        <Trans>Start over</Trans>
      </Button>
      {isOpen && shipmentId !== undefined && (
        <Dialog
          open
          onOpenChange={setOpen}
          title={<Trans>Start over</Trans>}
          description={
            <Trans>
              The shipment {reference} is registered, and not booked. Keep it to book it later, or cancel it.
            </Trans>
          }
          footer={
            <>
              <Button onClick={() => setOpen(false)}>
                <Trans>Go back</Trans>
              </Button>
              <Button onClick={onStartOver}>
                <Trans>Keep it</Trans>
              </Button>
              <Button variant="danger" busy={cancelling.isPending} onClick={() => cancelling.mutate(shipmentId)}>
                <Trans>Cancel the shipment</Trans>
              </Button>
            </>
          }
        >
          {cancelling.isError && <ErrorNote error={cancelling.error} />}
        </Dialog>
      )}
    </>
  )
}
