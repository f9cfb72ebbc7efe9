import { Trans, useLingui } from '@lingui/react/macro'
import type { Shipment, ShipmentAddresses } from '@waybill/sdk'

import { useState } from 'react'
import { AddressFields } from '../../forms/address/address-fields.tsx'
import {
  type AddressValues,
  addressValues,
  listChanged,
  residentialChange,
} from '../../forms/address/address-values.ts'
import { createSaving } from '../../forms/base-version.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { isStale } from '../../forms/stale.ts'
import { useApiForm } from '../../forms/use-api-form.ts'
import { versionKey } from '../../forms/version-key.ts'
import { FindOnMap } from '../../map/find-on-map.tsx'
import { useCan } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { useUpdateShipment } from './queries.ts'

interface EditValues {
  collection_date: string
  dropoff_address: AddressValues
  dropoff_instructions: string
  /** `true`, `false`, or empty: not known. */
  residential: string
}

interface EditSheetProps {
  shipment: Shipment
  addresses: ShipmentAddresses
  etag: string | null
  onClose: () => void
}

/**
 * Changes the recipient's address, the date and the instructions. Only what was changed is sent. If somebody else has
 * changed the shipment, the typed values stay, and a second try is made on the new state.
 */
export function EditSheet({ shipment, addresses, etag, onClose }: EditSheetProps) {
  const { t } = useLingui()
  const update = useUpdateShipment(shipment.shipment_id)
  const [before] = useState<EditValues>(() => ({
    collection_date: shipment.collection_date,
    dropoff_address: addressValues(addresses.dropoff_address),
    dropoff_instructions: shipment.dropoff_instructions ?? '',
    residential: String(addresses.dropoff_address.residential ?? ''),
  }))
  const [saveOn] = useState(() => createSaving(etag))
  const form = useApiForm<EditValues>({
    defaultValues: before,
    draftKey: `edit.${shipment.shipment_id}`,
    async submit(values, key) {
      const changes = readChanges(before, values)
      await saveOn(etag, (base) => update.mutateAsync({ changes, etag: base, key: versionKey(key, base) }))
      toast(t`The shipment is changed.`)
      onClose()
    },
  })
  const stale = isStale(form.failure)
  // A role that does not book spends nothing with a change, either.
  const isFree = !useCan('shipments:write') && shipment.booking_id !== null
  return (
    <Sheet
      open
      persistent
      onOpenChange={onClose}
      title={<Trans>Change the shipment</Trans>}
      description={
        shipment.booking_id === null ? (
          <Trans>A new address or date voids earlier offers.</Trans>
        ) : isFree ? (
          <Trans>
            The shipment is booked, and another street or date may cost more. Your role spends no money: ask somebody
            who books shipments.
          </Trans>
        ) : (
          <Trans>The carrier is asked first. It may refuse, or charge for the change.</Trans>
        )
      }
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button variant="primary" busy={form.formState.isSubmitting} onClick={() => form.onSubmit()}>
            {stale ? <Trans>Save over the new state</Trans> : <Trans>Save</Trans>}
          </Button>
        </>
      }
    >
      <form noValidate className="flex flex-col gap-3" onSubmit={form.onSubmit}>
        <AddressFields
          form={form}
          name="dropoff_address"
          findError={form.findError}
          isPlaceFixed={isFree}
          residential={{ name: 'residential' }}
          finder={<FindOnMap form={form} name="dropoff_address" />}
        />
        {!isFree && (
          <Field label={t`Collection date`} error={form.findError('collection_date')}>
            {(control) => <Input {...control} type="date" {...form.register('collection_date')} />}
          </Field>
        )}
        <Field label={t`Instructions for the courier`} error={form.findError('dropoff_instructions')}>
          {(control) => <Input {...control} {...form.register('dropoff_instructions')} />}
        </Field>
        {stale && (
          <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-warning">
            <Trans>
              Somebody else has changed this shipment. The page behind shows the new state; what you typed is kept. Save
              again to apply your changes to it.
            </Trans>
          </p>
        )}
        <ErrorSummary problems={form.problems} failure={stale ? null : form.failure} />
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}

/** The fields that differ. An address is merged by the API: an emptied field is sent as null. */
function readChanges(before: EditValues, now: EditValues) {
  const changed = listChanged(before.dropoff_address, now.dropoff_address)
  const words = Object.fromEntries(changed.map((name) => [name, now.dropoff_address[name].trim() || null]))
  const kind = residentialChange(before.residential, now.residential, changed)
  const address = { ...words, ...kind }
  return {
    ...(Object.keys(address).length > 0 && { dropoff_address: address }),
    ...(before.collection_date !== now.collection_date && { collection_date: now.collection_date }),
    ...(before.dropoff_instructions !== now.dropoff_instructions && {
      dropoff_instructions: now.dropoff_instructions.trim() || null,
    }),
  }
}
