import { Trans, useLingui } from '@lingui/react/macro'
import { Field } from '../../../forms/field.tsx'
import { FormSheet } from '../../../forms/form-sheet.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { Checkbox, Input } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useSchedulePickup } from './queries.ts'

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
export function PickupSheet({ bookingIds, place, onClose }: PickupSheetProps) {
  const { t } = useLingui()
  const scheduling = useSchedulePickup()
  const form = useApiForm<PickupForm>({
    defaultValues: {
      booking_ids: bookingIds.slice(0, MOST_BOOKINGS),
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
      await scheduling.mutateAsync({ pickup, key })
      toast(t`The carrier is being asked for the pickup`)
      onClose()
    },
    // A booking that is refused is named by its place among those that are sent.
    rename: (name) => (name.startsWith('booking_ids') ? 'booking_ids' : name),
  })
  const chosen = form.watch('booking_ids')
  return (
    <FormSheet
      form={form}
      title={t`Schedule a pickup`}
      description={place}
      action={t`Schedule the pickup`}
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
        {bookingIds.map((id) => (
          <Checkbox
            key={id}
            checked={chosen.includes(id)}
            onChange={({ target }) =>
              form.setValue(
                'booking_ids',
                bookingIds.filter((one) => (one === id ? target.checked : chosen.includes(one))),
              )
            }
          >
            <span className="font-mono text-sm wrap-anywhere">{id}</span>
          </Checkbox>
        ))}
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
