import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useWatch } from 'react-hook-form'
import { dropDraft, keepDraft } from '../../forms/draft.ts'
import { type ApiForm, useApiForm } from '../../forms/use-api-form.ts'
import { useApi, useEnvironment } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { toast } from '../../ui/toast.tsx'
import { BookedPanel } from './booked-panel.tsx'
import { CourierPanel } from './courier-panel.tsx'
import type { Quoted } from './customs/customs-card.tsx'
import { listNotices } from './customs/notices.ts'
import { OffersPanel } from './offers/offers-panel.tsx'
import { OtherRecipient } from './offers/other-recipient.tsx'
import { ShortenedTexts } from './offers/shortened-texts.tsx'
import { type Offers, useOffers } from './offers/use-offers.ts'
import { locationAt } from './pickup/pickup.ts'
import { keepLast, type Progress, readLast, useProgress } from './progress.ts'
import { shipQueries } from './queries.ts'
import { findReplaced, isAsQuoted } from './revision.ts'
import { send } from './sending.ts'
import { ShipForm } from './ship-form.tsx'
import { ShipSummary } from './ship-summary.tsx'
import { StartOver } from './start-over.tsx'
import { useTextCheck } from './use-text-check.ts'
import { emptyForm, localDate, newReference, type ShipValues, toFormField } from './values.ts'

/** A form for a shipment, its offers, and its booking or the search for its courier. */
export function NewShipment({ onNext }: { onNext: () => void }) {
  const { t } = useLingui()
  const { environment_id: environmentId } = useEnvironment()
  const api = useApi()
  const draftKey = `ship.${environmentId}`
  const kept = useProgress(environmentId)
  const { progress } = kept
  const { offers, ask, clear } = useOffers()
  const { findNewTexts, listTexts } = useTextCheck()
  const remember = useRemember()
  const [defaultValues] = useState(() => emptyForm(localDate(new Date()), readLast('pickup', environmentId), t`Parcel`))
  const form = useApiForm<ShipValues>({
    defaultValues,
    draftKey,
    keepsAll: true,
    rename: toFormField,
    async submit(values, idempotencyKey) {
      clear()
      if (values.on_demand && (await findNewTexts(values))) return
      await send({ api, kept, ask }, values, idempotencyKey)
      remember(values)
    },
  })
  const booked = useQuery(shipQueries(api).booking(progress?.bookingId))
  const isSent = progress?.isOnDemand === true
  const quoted = useQuoted(progress, offers)
  const submit = async () => {
    // Never send a second courier by accident: the next one needs a new form.
    const { isOnDemand, bookingId } = kept.latest() ?? {}
    if (isOnDemand || bookingId !== undefined) return
    if (form.getValues('merchant_order_ref').trim() === '') {
      // Never the one of a shipment before: that is perhaps for somebody else.
      form.setValue('merchant_order_ref', newReference(new Date()), { shouldDirty: true })
    }
    await form.onSubmit()
    // Until it is booked, the form stays: a reload shows it with the offers.
    keepDraft(draftKey, form.getValues())
  }
  const startNext = () => {
    kept.drop()
    clear()
    dropDraft(draftKey)
    onNext()
  }
  /** Leaves the registered shipment as it is: the form is for another one. */
  const keepRegistered = () => {
    const reference = kept.latest()?.registered?.merchant_order_ref
    if (form.getValues('merchant_order_ref') === reference) form.setValue('merchant_order_ref', '')
    kept.drop()
    clear()
    form.setFocus('merchant_order_ref')
  }
  /** Restores the typed values. */
  const startOver = () => {
    const [values, before] = [form.getValues(), kept.latest()]
    startNext()
    const undo = () => {
      keepDraft(draftKey, values)
      if (before) kept.keep(before)
      onNext()
    }
    toast(t`The form is empty.`, { label: t`Undo`, run: undo })
  }
  const summary = isSent || booked.data ? progress?.registered : undefined
  const title = isSent ? <Trans>Courier</Trans> : booked.data ? <Trans>Booking</Trans> : <Trans>Offers</Trans>
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(22rem,2fr)]">
      {summary ? (
        <ShipSummary values={summary} onStartOver={startNext} />
      ) : (
        <ShipForm
          form={form}
          isAsking={offers.isAsking}
          onSubmit={submit}
          quoted={quoted}
          startOver={<StartOver kept={kept} isAsking={form.formState.isSubmitting} onStartOver={startOver} />}
        />
      )}
      <Card title={title} className="lg:sticky lg:top-3">
        {isSent && progress.shipmentId !== undefined ? (
          <CourierPanel shipmentId={progress.shipmentId} onNext={startNext} onAgain={kept.drop} />
        ) : booked.data ? (
          <BookedPanel booking={booked.data} onNext={startNext} />
        ) : (
          <>
            <Replacing form={form} kept={kept} onKeep={keepRegistered} />
            <FormOffers form={form} offers={offers} kept={kept} listTexts={listTexts} onAsk={submit} />
          </>
        )}
      </Card>
    </div>
  )
}

/** Notices about the form for which offers were asked; null: none were yet. */
function useQuoted(progress: Progress | null, { isAsking, messages }: Offers): Quoted | null {
  const stored = useQuery(shipQueries(useApi()).quote(progress?.quoteId)).data?.messages
  const values = progress?.registered
  const said = messages.length > 0 ? messages : (stored ?? messages)
  return useMemo(() => (values && !isAsking ? { values, notices: listNotices(said) } : null), [values, isAsking, said])
}

interface ReplacingProps {
  form: ApiForm<ShipValues>
  kept: ReturnType<typeof useProgress>
  onKeep: () => void
}

function Replacing({ form, kept, onKeep }: ReplacingProps) {
  useWatch({ control: form.control })
  const shipment = findReplaced(kept.latest(), form.getValues())
  return shipment && !form.formState.isSubmitting && <OtherRecipient shipment={shipment} onKeep={onKeep} />
}

interface FormOffersProps {
  form: ApiForm<ShipValues>
  offers: ReturnType<typeof useOffers>['offers']
  kept: ReturnType<typeof useProgress>
  listTexts: ReturnType<typeof useTextCheck>['listTexts']
  onAsk: () => void
}

/** Offers for what the form shows. Every edit is compared with what they were asked for. */
function FormOffers({ form, offers, kept, listTexts, onAsk }: FormOffersProps) {
  useWatch({ control: form.control })
  if (form.getValues('on_demand')) {
    const texts = listTexts(form.getValues())
    return (
      <div className="flex flex-col gap-4">
        <p className="text-muted">
          <Trans>A courier is booked for you within your limits, without a choice of offers.</Trans>
        </p>
        {texts.length > 0 && (
          <div role="alert" className="flex flex-col gap-3">
            <p>
              <Trans>No courier was sent yet. Shorten these texts, or send one all the same.</Trans>
            </p>
            <ShortenedTexts messages={texts} />
            <Button className="self-start" busy={form.formState.isSubmitting} onClick={onAsk}>
              <Trans>Send all the same</Trans>
            </Button>
          </div>
        )}
      </div>
    )
  }
  const isCurrent = () => isAsQuoted(kept.latest(), form.getValues())
  return <OffersPanel offers={offers} kept={kept} isAsQuoted={isCurrent} onAsk={onAsk} />
}

/** Keeps what the next form begins with. */
function useRemember(): (values: ShipValues) => void {
  const { environment_id: environmentId } = useEnvironment()
  const api = useApi()
  const queryClient = useQueryClient()
  return (values) => {
    const locations = queryClient.getQueryData(shipQueries(api).pickupLocations().queryKey) ?? []
    const location = locationAt(values.pickup_address, locations)
    keepLast('pickup', environmentId, values.pickup_address)
    keepLast('pickup-location', environmentId, location?.pickup_location_id ?? null)
    keepLast('preset', environmentId, values.parcels.at(-1)?.preset_id || null)
  }
}
