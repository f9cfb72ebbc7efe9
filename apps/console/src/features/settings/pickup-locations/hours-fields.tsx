import { Trans, useLingui } from '@lingui/react/macro'
import { Plus, X } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useFormat } from '../../../format/use-format.ts'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { announce } from '../../../ui/announcer.tsx'
import { Button } from '../../../ui/button.tsx'
import { Checkbox, Input } from '../../../ui/input.tsx'
import { type LocationValues, USUAL_HOURS } from './location-values.ts'
import { WEEKDAYS, type Weekday, weekdayName } from './open-hours.ts'

const MOST_INTERVALS = 8

/** Opening hours: a row per weekday. The times are the browser's own controls, which keyboards and phones know. */
export function HoursFields({ form }: { form: ApiForm<LocationValues> }) {
  const { t } = useLingui()
  const copy = () => {
    const { hours } = form.getValues()
    const open = WEEKDAYS.filter((day) => hours[day].length > 0)
    const [first, ...others] = open
    if (first === undefined) return
    for (const day of others) form.setValue(`hours.${day}`, structuredClone(hours[first]), { shouldDirty: true })
    announce(t`The hours of the first open day are on every open day.`)
  }
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 font-semibold">
        <Trans>Opening hours</Trans>
      </legend>
      <p className="text-sm text-muted">
        <Trans>In the local time of the place. 00:00 as an end is midnight.</Trans>
      </p>
      <div className="flex flex-col divide-y">
        {WEEKDAYS.map((day) => (
          <DayFields key={day} form={form} day={day} />
        ))}
      </div>
      {form.findError('hours') && <p className="text-sm text-danger">{form.findError('hours')}</p>}
      <div>
        <Button size="sm" onClick={copy}>
          <Trans>Same hours on every open day</Trans>
        </Button>
      </div>
    </fieldset>
  )
}

function DayFields({ form, day }: { form: ApiForm<LocationValues>; day: Weekday }) {
  const { t } = useLingui()
  const { locale } = useFormat()
  const { fields, append, remove } = useFieldArray({ control: form.control, name: `hours.${day}` })
  const name = weekdayName(day, locale)
  const last = fields.length - 1
  return (
    <div className="grid items-start gap-x-3 gap-y-1.5 py-2 sm:grid-cols-[7rem_1fr]">
      <Checkbox
        className="min-h-8"
        checked={fields.length > 0}
        onChange={({ target }) => (target.checked ? append({ ...USUAL_HOURS }, { shouldFocus: false }) : remove())}
      >
        {name}
      </Checkbox>
      <div className="flex flex-col gap-1.5">
        {fields.length === 0 && (
          <p className="flex min-h-8 items-center text-muted">
            <Trans>Closed</Trans>
          </p>
        )}
        {fields.map(({ id }, index) => (
          <div key={id}>
            <div className="flex items-center gap-1.5">
              <TimeInput form={form} name={`hours.${day}.${index}.from`} label={t`${name}, from`} />
              <span aria-hidden className="text-muted">
                –
              </span>
              <TimeInput form={form} name={`hours.${day}.${index}.to`} label={t`${name}, to`} />
              {fields.length > 1 && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t`Remove these hours of ${name}`}
                  onClick={() => remove(index)}
                >
                  <X aria-hidden />
                </Button>
              )}
              {index === last && fields.length < MOST_INTERVALS && (
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t`Add hours on ${name}`}
                  onClick={() => append({ from: '', to: '' })}
                >
                  <Plus aria-hidden />
                </Button>
              )}
            </div>
            <IntervalErrors form={form} path={`hours.${day}.${index}`} />
          </div>
        ))}
        {form.findError(`hours.${day}`) && <p className="text-sm text-danger">{form.findError(`hours.${day}`)}</p>}
      </div>
    </div>
  )
}

type TimeName = `hours.${Weekday}.${number}.${'from' | 'to'}`

function TimeInput({ form, name, label }: { form: ApiForm<LocationValues>; name: TimeName; label: string }) {
  const isWrong = form.findError(name) !== undefined
  return (
    <Input
      type="time"
      aria-label={label}
      aria-invalid={isWrong || undefined}
      aria-describedby={isWrong ? `${name}-error` : undefined}
      className="w-30"
      {...form.register(name)}
    />
  )
}

/** Errors in the times of one line, and in the two together. */
function IntervalErrors({ form, path }: { form: ApiForm<LocationValues>; path: `hours.${Weekday}.${number}` }) {
  const names = [`${path}.from`, `${path}.to`, path] as const
  return names.map((name) => {
    const message = form.findError(name)
    return (
      message && (
        <p key={name} id={`${name}-error`} className="text-sm text-danger">
          {message}
        </p>
      )
    )
  })
}
