import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Booking } from '@waybill/sdk'
import { CircleCheck, CircleX, LoaderCircle, Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { useCodeNames } from '../../format/code-names.ts'
import { useFormat } from '../../format/use-format.ts'
import { useApi } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Fact, Facts } from '../../ui/card.tsx'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { toastError } from '../../ui/toast.tsx'
import { markPrinted, shipQueries } from './queries.ts'

interface BookedPanelProps {
  booking: Booking
  onNext: () => void
}

/** The end of the way: tracking number, label, and on to the next shipment. */
export function BookedPanel({ booking, onNext }: BookedPanelProps) {
  const { t } = useLingui()
  const format = useFormat()
  const api = useApi()
  const codeName = useCodeNames()
  const isPending = booking.status === 'pending'
  // Also by somebody else, while it is shown here.
  const isOver = booking.status === 'cancelled' || booking.status === 'failed'
  const label = useQuery(shipQueries(api).label(booking.booking_id, !isPending && !isOver))
  const labelUrl = useObjectUrl(isOver ? undefined : label.data)
  const print = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    // Not from where somebody works: the next Enter would print.
    if (labelUrl !== undefined && document.activeElement === document.body) print.current?.focus()
  }, [labelUrl])
  const printed = useMutation({ mutationFn: () => markPrinted(api, booking.booking_id), onError: toastError })
  const group = t`Ship`
  useCommands([
    { id: 'ship.print', title: t`Print the label`, group, shortcut: 'p', run: () => print.current?.click() },
    { id: 'ship.next', title: t`Ship the next one`, group, shortcut: 'n', run: onNext },
  ])
  const { quote_option: option } = booking
  return (
    <div className="flex flex-col gap-4">
      <p className="flex items-center gap-2 font-semibold" role="status">
        {isPending ? (
          <LoaderCircle className="size-5 animate-spin text-muted" aria-hidden />
        ) : isOver ? (
          <CircleX className="size-5 text-danger" aria-hidden />
        ) : (
          <CircleCheck className="size-5 text-success" aria-hidden />
        )}
        {isPending && <Trans>The carrier has not answered yet</Trans>}
        {isOver && codeName(booking.status)}
        {!isPending && !isOver && <Trans>Booked</Trans>}
      </p>
      <Facts>
        <Fact name={<Trans>Service</Trans>}>
          {[option.carrier_name ?? option.carrier_code, option.service_name ?? option.service_code].join(' · ')}
        </Fact>
        <Fact name={<Trans>Price</Trans>}>{format.money(option.total_amount, option.currency)}</Fact>
        {booking.tracking_number && (
          <Fact name={<Trans>Tracking number</Trans>}>
            <span className="font-mono">{booking.tracking_number}</span>
          </Fact>
        )}
      </Facts>
      {label.isError && <ErrorNote error={label.error} />}
      <div className="flex flex-wrap items-center gap-2">
        {labelUrl !== undefined && (
          <Button asChild variant="primary">
            <a ref={print} href={labelUrl} target="_blank" rel="noreferrer" onClick={() => printed.mutate()}>
              <Printer aria-hidden />
              <Trans>Print the label</Trans> <Kbd>P</Kbd>
            </a>
          </Button>
        )}
        <Button onClick={onNext}>
          <Trans>Ship the next one</Trans> <Kbd>N</Kbd>
        </Button>
        <Button asChild variant="ghost">
          <Link to="/shipments/$shipmentId" params={{ shipmentId: booking.shipment_id }}>
            <Trans>Open the shipment</Trans>
          </Link>
        </Button>
      </div>
    </div>
  )
}

/** An address of the file in this page. It ends with the page, and when another file replaces it. */
function useObjectUrl(blob: Blob | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (blob === undefined) return setUrl(undefined)
    const made = URL.createObjectURL(blob)
    setUrl(made)
    return () => URL.revokeObjectURL(made)
  }, [blob])
  return url
}
