import { Trans } from '@lingui/react/macro'
import type { Carrier, CarrierAccount } from '@waybill/sdk'
import { ErrorNote } from '../../ui/error-state.tsx'
import { Checkbox } from '../../ui/input.tsx'
import { useUpdateAccount } from './queries.ts'

interface ServicesFieldProps {
  account: CarrierAccount
  carrier: Carrier
  disabled: boolean
}

/** Which services of the carrier make offers. Null in the API: all, those of later versions too. */
export function ServicesField({ account, carrier, disabled }: ServicesFieldProps) {
  const update = useUpdateAccount(account.carrier_account_id)
  const all = carrier.services.map(({ service_code }) => service_code)
  const used = new Set(account.services ?? all)
  const toggle = (code: string) => {
    const next = all.filter((one) => (one === code ? !used.has(one) : used.has(one)))
    const services = next.length === all.length ? null : next
    update.mutate({ changes: { services }, key: crypto.randomUUID() })
  }
  return (
    <div className="flex flex-col gap-1">
      {account.services === null && (
        <p className="text-sm text-muted">
          <Trans>All, those to come too</Trans>
        </p>
      )}
      <div className="flex flex-wrap gap-x-4 gap-y-1">
        {carrier.services.map(({ service_code, name }) => (
          <Checkbox
            key={service_code}
            checked={used.has(service_code)}
            disabled={disabled || update.isPending}
            onChange={() => toggle(service_code)}
          >
            {name}
          </Checkbox>
        ))}
      </div>
      {update.isError && <ErrorNote error={update.error} />}
    </div>
  )
}
