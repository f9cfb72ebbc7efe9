import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../format/use-format.ts'
import { AddressFields } from '../../../forms/address/address-fields.tsx'
import { type AddressValues, addressValues, emptyAddress } from '../../../forms/address/address-values.ts'
import { CollectionHours } from '../../../forms/collection-hours.tsx'
import { Field } from '../../../forms/field.tsx'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { FindOnMap } from '../../../map/find-on-map.tsx'
import { useApi, useEnvironment } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Select } from '../../../ui/input.tsx'
import { readLast } from '../progress.ts'
import { shipQueries } from '../queries.ts'
import type { ShipValues } from '../values.ts'
import { isSameAddress, locationAt } from './pickup.ts'

const NONE: never[] = []

/** One of the pickup locations, or another address. What was used last is there already. */
export function PickupCard({ form }: { form: ApiForm<ShipValues> }) {
  const { t } = useLingui()
  const locations = useQuery(shipQueries(useApi()).pickupLocations()).data ?? NONE
  const pickup = form.watch('pickup_address')
  const isWrong = form.problems.some(({ name }) => name.startsWith('pickup_address'))
  // The address of the last shipment is seldom changed: one line says it.
  const [isOpen, setOpen] = useState(pickup.address_line_1 === '')
  const found = locationAt(pickup, locations)
  // Typing the address of a location does not close the fields under somebody's hands.
  const [isOther, setOther] = useState(false)
  const chosen = isOther ? undefined : found
  useFirstLocation(form)
  const choose = (id: string) => {
    const location = locations.find(({ pickup_location_id }) => pickup_location_id === id)
    const address = location ? addressValues(location.address) : emptyAddress(pickup.country)
    setOther(location === undefined)
    setOpen(true)
    form.setValue('pickup_address', address, { shouldDirty: true })
  }
  const country = useFormat().country(pickup.country)
  const line = [pickup.name, pickup.address_line_1, pickup.post_code, pickup.city, country]
  const summary = <p className="wrap-anywhere text-muted">{line.filter(Boolean).join(', ')}</p>
  const isFolded = !isWrong && (chosen !== undefined || !isOpen)
  return (
    <Card
      title={<Trans>From</Trans>}
      actions={
        isFolded &&
        chosen === undefined && (
          <Button size="sm" onClick={() => setOpen(true)}>
            <Trans>Change</Trans>
          </Button>
        )
      }
    >
      <div className="flex flex-col gap-3">
        {locations.length > 0 && (
          <Field label={t`Pickup location`}>
            {(control) => (
              <Select
                {...control}
                value={chosen?.pickup_location_id ?? ''}
                onChange={({ target }) => choose(target.value)}
              >
                <option value="">{t`Another address`}</option>
                {locations.map(({ pickup_location_id, name, address }) => (
                  <option key={pickup_location_id} value={pickup_location_id}>
                    {name ?? [address.address_line_1, address.city].join(', ')}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
        {isFolded ? (
          summary
        ) : (
          <AddressFields
            form={form}
            name="pickup_address"
            findError={form.findError}
            finder={<FindOnMap form={form} name="pickup_address" />}
          />
        )}
        {chosen && <CollectionHours location={chosen} date={form.watch('collection_date')} />}
      </div>
    </Card>
  )
}

/** Once the locations are known: the one used last, with the address that it has now; or the only one there is. */
function useFirstLocation(form: ApiForm<ShipValues>): void {
  const { environment_id: environmentId } = useEnvironment()
  const locations = useQuery(shipQueries(useApi()).pickupLocations()).data
  const done = useRef(false)
  useEffect(() => {
    if (done.current || locations === undefined) return
    done.current = true
    const lastId = readLast<string>('pickup-location', environmentId)
    const only = locations.length === 1 ? locations[0] : undefined
    const location = locations.find(({ pickup_location_id }) => pickup_location_id === lastId) ?? only
    const before = form.getValues('pickup_address')
    const last = addressValues(readLast<Partial<AddressValues>>('pickup', environmentId) ?? {})
    const isUntouched = before.address_line_1 === '' || isSameAddress(before, last)
    if (location && isUntouched) form.setValue('pickup_address', addressValues(location.address))
  }, [locations, environmentId, form])
}
