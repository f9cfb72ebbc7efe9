import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { AddressFields, useAddressLabels } from '../../forms/address/address-fields.tsx'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import type { ApiForm } from '../../forms/use-api-form.ts'
import { FindOnMap } from '../../map/find-on-map.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Input } from '../../ui/input.tsx'
import { Kbd } from '../../ui/kbd.tsx'
import { CourierCard } from './courier-card.tsx'
import { CustomsCard, type Quoted, useCustomsLabels } from './customs/customs-card.tsx'
import { useItemLabels } from './customs/item-fields.tsx'
import { showNotices } from './customs/notice-texts.tsx'
import { OptionsCard, useOptionLabels } from './options/options-card.tsx'
import { ParcelFields } from './parcel-fields.tsx'
import { PickupCard } from './pickup/pickup-card.tsx'
import { CheckAddress } from './recipient/check-address.tsx'
import { ChangedElsewhere } from './sending.ts'
import type { ShipValues } from './values.ts'

interface ShipFormProps {
  form: ApiForm<ShipValues>
  isAsking: boolean
  onSubmit: () => void
  quoted: Quoted | null
  startOver: ReactNode
}

/** Recipient, parcels and pickup. Control-Enter asks for offers from anywhere in it. */
export function ShipForm({ form, isAsking, onSubmit, quoted, startOver }: ShipFormProps) {
  const { t } = useLingui()
  const isOnDemand = form.watch('on_demand')
  const isChangedElsewhere = form.failure instanceof ChangedElsewhere
  return (
    <form
      noValidate
      aria-label={t`Shipment`}
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
        event.preventDefault()
        onSubmit()
      }}
    >
      <Card title={<Trans>To</Trans>}>
        <AddressFields
          form={form}
          name="dropoff_address"
          findError={form.findError}
          findWarning={(name) => showNotices(quoted?.notices ?? [], name)}
          canPaste
          autoFocus
          finder={
            <>
              <CheckAddress form={form} />
              <FindOnMap form={form} name="dropoff_address" />
            </>
          }
          residential={{ name: 'residential', hint: t`Some carriers charge more for a home.` }}
        />
      </Card>
      <Card title={<Trans>Parcels</Trans>}>
        <ParcelFields form={form} />
      </Card>
      <CustomsCard form={form} quoted={quoted} />
      <Card title={<Trans>Details</Trans>}>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t`Order reference`} note={t`empty: a new one`} error={form.findError('merchant_order_ref')}>
            {(control) => <Input {...control} autoComplete="off" {...form.register('merchant_order_ref')} />}
          </Field>
          {!isOnDemand && (
            <Field label={t`Collection date`} required error={form.findError('collection_date')}>
              {(control) => <Input {...control} type="date" {...form.register('collection_date')} />}
            </Field>
          )}
          <Field
            label={t`Instructions for the courier`}
            note={t`optional`}
            error={form.findError('dropoff_instructions')}
            className="sm:col-span-2"
          >
            {(control) => <Input {...control} autoComplete="off" {...form.register('dropoff_instructions')} />}
          </Field>
        </div>
      </Card>
      <PickupCard form={form} />
      <OptionsCard form={form} />
      <CourierCard form={form} />
      {isChangedElsewhere && (
        <p role="alert" className="rounded-md bg-warning-soft px-3 py-2 text-warning">
          <Trans>
            Somebody else has changed this shipment. What you typed is kept. Get offers again to apply it to the new
            state.
          </Trans>
        </p>
      )}
      <ErrorSummary
        problems={form.problems}
        failure={isChangedElsewhere ? null : form.failure}
        getLabel={useLabels()}
      />
      <div className="sticky bottom-0 flex items-center gap-3 border-t bg-canvas py-3">
        <Button type="submit" variant="primary" busy={isAsking}>
          {isOnDemand ? <Trans>Send a courier</Trans> : <Trans>Get offers</Trans>}
        </Button>
        <span className="hidden items-center gap-1 text-sm text-muted sm:flex">
          <Kbd>Ctrl</Kbd>
          <Kbd>Enter</Kbd>
        </span>
        <span className="grow" />
        {startOver}
      </div>
    </form>
  )
}

/** Names of the fields for the summary of what is wrong. */
function useLabels(): (name: string) => string {
  const { t } = useLingui()
  const addressLabels = useAddressLabels()
  const optionLabels = useOptionLabels()
  const customsLabels = useCustomsLabels()
  const itemLabels = useItemLabels()
  const labels: Record<string, string> = {
    merchant_order_ref: t`Order reference`,
    collection_date: t`Collection date`,
    dropoff_instructions: t`Instructions for the courier`,
    dispatch: t`Courier`,
    max_total_amount: t`At most`,
    deliver_by: t`Deliver by`,
    pickup_address: t`From`,
    dropoff_address: t`To`,
    parcels: t`Parcels`,
    residential: t`Home or business`,
    title: t`Contents`,
    weight_kg: t`Weight`,
    length_cm: t`Length`,
    width_cm: t`Width`,
    height_cm: t`Height`,
    options: t`Options`,
    items: t`Item`,
    customs: t`Customs`,
    ...customsLabels,
    ...itemLabels,
    ...optionLabels,
    ...addressLabels,
  }
  return (name) =>
    name
      .split('.')
      .map((part) => (/^\d+$/.test(part) ? String(Number(part) + 1) : (labels[part] ?? part)))
      .join(' · ')
}
