import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Field } from '../../../forms/field.tsx'
import { FormSheet } from '../../../forms/form-sheet.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { useApi } from '../../../session/workspace.ts'
import { Checkbox, Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { isLive, pickupQueries, useSchedulePickup } from './queries.ts'

/** The most bookings of one pickup. */
const MOST_BOOKINGS = 100

interface PickupForm {
  booking_ids: string[]
  window_from: string
  window_to: string
  instructions: string
  max_price: { amount: string; currency: string }
}

interface PickupSheetProps {
  bookingIds: readonly string[]
  /** Where the parcels are. */
  place: string
  onClose: () => void
}

/** Asks the carrier of bookings to collect their parcels. Times are typed in the person's own zone. */
export function PickupSheet({ bookingIds: present, place, onClose }: PickupSheetProps) {
  const { t } = useLingui()
  // Those at the opening: the list behind the sheet is loaded anew.
  const [bookingIds] = useState(present)
  const { data: pickups = [] } = useQuery(pickupQueries(useApi()).recent())
  const taken = new Set(pickups.filter(isLive).flatMap(({ booking_ids: ids }) => ids))
  const sent = useRef<readonly string[]>([])
  const scheduling = useSchedulePickup()
  const form = useApiForm<PickupForm>({
    defaultValues: {
      booking_ids: bookingIds.filter((id) => !taken.has(id)).slice(0, MOST_BOOKINGS),
      window_from: '',
      window_to: '',
      instructions: '',
      max_price: { amount: '', currency: 'USD' },
    },
    async submit({ booking_ids, window_from, window_to, instructions, max_price }, key) {
      const pickup = {
        booking_ids,
        window_from: toInstant(window_from),
        window_to: toInstant(window_to),
        instructions: instructions || null,
        max_price: max_price.amount === '' ? null : max_price,
      }
      sent.current = booking_ids
      await scheduling.mutateAsync({ pickup, key })
      toast(t`The carrier is being asked for the pickup`)
      onClose()
    },
    // The API names a booking by its place among those that are sent, the sheet by its place among all.
    rename(name) {
      const [, place] = /^booking_ids\.(\d+)/.exec(name) ?? []
      return place === undefined ? name : `booking_ids.${bookingIds.indexOf(sent.current[Number(place)] ?? '')}`
    },
  })
  const chosen = form.watch('booking_ids')
  return (
    <FormSheet
      form={form}
      title={t`Schedule a pickup`}
      description={place}
      action={t`Schedule the pickup`}
      getLabel={(name) => bookingIds.find((_, at) => name === `booking_ids.${at}`) ?? name}
      onClose={onClose}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={t`From`} hint={t`In your time zone.`} error={form.findError('window_from')} required>
          {(control) => <Input {...control} type="datetime-local" {...form.register('window_from')} />}
        </Field>
        <Field label={t`Until`} hint={t`At most 12 hours later.`} error={form.findError('window_to')} required>
          {(control) => <Input {...control} type="datetime-local" {...form.register('window_to')} />}
        </Field>
      </div>
      <Field
        label={t`Instructions for the driver`}
        hint={t`Where the parcels are, for example.`}
        error={form.findError('instructions')}
      >
        {(control) => <Input {...control} {...form.register('instructions')} />}
      </Field>
      <div className="grid grid-cols-2 gap-4">
        <Field
          label={t`Highest price`}
          hint={t`If the carrier asks for more, nothing is scheduled.`}
          error={form.findError('max_price.amount') ?? form.findError('max_price')}
        >
          {(control) => <Input {...control} inputMode="decimal" {...form.register('max_price.amount')} />}
        </Field>
        <Field label={t`Currency`} error={form.findError('max_price.currency')}>
          {(control) => <Input {...control} maxLength={3} {...form.register('max_price.currency')} />}
        </Field>
      </div>
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium">
          <Trans>Bookings</Trans>
        </legend>
        {bookingIds.map((id, at) => {
          const problem = form.findError(`booking_ids.${at}`)
          const problemId = `${id}-problem`
          return (
            <div key={id}>
              <Checkbox
                name={`booking_ids.${at}`}
                checked={chosen.includes(id)}
                aria-invalid={problem ? true : undefined}
                aria-describedby={problem && problemId}
                onChange={({ target }) =>
                  form.setValue(
                    'booking_ids',
                    bookingIds.filter((one) => (one === id ? target.checked : chosen.includes(one))),
                  )
                }
              >
                <span className="font-mono text-sm wrap-anywhere">{id}</span>
              </Checkbox>
              {problem && (
                <p id={problemId} role="alert" className="text-sm text-danger">
                  {problem}
                </p>
              )}
            </div>
          )
        })}
        {form.findError('booking_ids') && (
          <p role="alert" className="text-sm text-danger">
            {form.findError('booking_ids')}
          </p>
        )}
      </fieldset>
    </FormSheet>
  )
}

/** A time that is typed in the person's zone; what is no time is left to the API to name. */
function toInstant(local: string): string {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) ? local : at.toISOString()
}
