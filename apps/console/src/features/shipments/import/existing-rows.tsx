import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { Button } from '../../../ui/button.tsx'
import type { ImportRow } from './use-import.ts'

/** Rows that are shown at once. */
const SHOWN = 20

interface ExistingRowsProps {
  rows: readonly ImportRow[]
  busy: boolean
  onRegister: () => void
}

/** Rows whose order has a shipment already, or another row: they are left out unless the merchant wants them again. */
export function ExistingRows({ rows, busy, onRegister }: ExistingRowsProps) {
  const { t } = useLingui()
  const existing = rows.filter(({ state }) => state === 'existing')
  if (existing.length === 0) return null
  return (
    <section aria-label={t`Orders that exist already`} className="rounded-lg border bg-surface p-4">
      <p className="font-medium">
        <Plural
          value={existing.length}
          one="# order exists already and is left out"
          other="# orders exist already and are left out"
        />
      </p>
      <ul className="mt-2 flex flex-col gap-1 text-muted">
        {existing.slice(0, SHOWN).map(({ line, values, existingShipmentId: shipmentId }) => (
          <li key={line} className="wrap-anywhere">
            <Trans>Row {line}</Trans>
            {' · '}
            {shipmentId === null ? (
              values.merchant_order_ref
            ) : (
              <Link to="/shipments/$shipmentId" params={{ shipmentId }} target="_blank" className="underline">
                {values.merchant_order_ref}
              </Link>
            )}
          </li>
        ))}
      </ul>
      {existing.length > SHOWN && (
        <p className="mt-2 text-muted">
          <Plural value={existing.length - SHOWN} one="# more row" other="# more rows" />
        </p>
      )}
      <Button size="sm" disabled={busy} onClick={onRegister} className="mt-3">
        <Trans>Register them once more</Trans>
      </Button>
    </section>
  )
}
