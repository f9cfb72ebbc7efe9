import { Trans, useLingui } from '@lingui/react/macro'
import { Field } from '../../../forms/field.tsx'
import type { ApiForm } from '../../../forms/use-api-form.ts'
import { Card } from '../../../ui/card.tsx'
import { Checkbox, Input, Select } from '../../../ui/input.tsx'
import type { ShipValues } from '../values.ts'
import { toServiceOptions } from './option-values.ts'

const AGES = ['16', '18', '21']

/** Requests to the carriers beside the transport. Closed until something is asked for. */
export function OptionsCard({ form }: { form: ApiForm<ShipValues> }) {
  const { t } = useLingui()
  const isAsked = toServiceOptions(form.watch('options')) !== undefined
  const hasProblem = form.problems.some(({ name }) => name.startsWith('options.'))
  const optional = t`optional`
  const labels = useOptionLabels()
  const money = (name: 'insured_value' | 'tip') => (
    <Field label={labels[name]} note={optional} error={form.findError(`options.${name}`)}>
      {(control) => <Input {...control} inputMode="decimal" autoComplete="off" {...form.register(`options.${name}`)} />}
    </Field>
  )
  const text = (name: 'reference_1' | 'reference_2') => (
    <Field label={labels[name]} note={optional} error={form.findError(`options.${name}`)}>
      {(control) => <Input {...control} maxLength={60} autoComplete="off" {...form.register(`options.${name}`)} />}
    </Field>
  )
  return (
    <Card title={<Trans>Options</Trans>}>
      <details open={isAsked || hasProblem || undefined}>
        <summary className="cursor-pointer text-muted">
          <Trans>Signature, insurance, Saturday, texts on the label, age check, PIN, tip</Trans>
        </summary>
        <p className="mt-2 text-sm text-muted">
          <Trans>Carriers that cannot do all of it make no offer, and say so.</Trans>
        </p>
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <Field label={labels.signature} error={form.findError('options.signature')}>
            {(control) => (
              <Select {...control} {...form.register('options.signature')}>
                <option value="">{t`None`}</option>
                <option value="required">{t`Of anybody`}</option>
                <option value="adult">{t`Of an adult`}</option>
              </Select>
            )}
          </Field>
          <Field label={labels.minimum_age} error={form.findError('options.minimum_age')}>
            {(control) => (
              <Select {...control} {...form.register('options.minimum_age')}>
                <option value="">{t`Not checked`}</option>
                {AGES.map((age) => (
                  <option key={age} value={age}>
                    {age}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {money('insured_value')}
          {money('tip')}
          <Field
            label={labels.currency}
            hint={t`Of the insured value and of the tip.`}
            error={form.findError('options.currency')}
          >
            {(control) => (
              <Input
                {...control}
                maxLength={3}
                autoComplete="off"
                placeholder="GBP"
                className="uppercase"
                {...form.register('options.currency')}
              />
            )}
          </Field>
          <div className="flex flex-col justify-center gap-1">
            <Checkbox {...form.register('options.saturday')}>{labels.saturday}</Checkbox>
            <Checkbox {...form.register('options.pin')}>{labels.pin}</Checkbox>
          </div>
          {text('reference_1')}
          {text('reference_2')}
        </div>
      </details>
    </Card>
  )
}

/** Names of the options, by the fields of the form. */
export function useOptionLabels() {
  const { t } = useLingui()
  return {
    signature: t`Signature`,
    minimum_age: t`Minimum age`,
    insured_value: t`Insured value`,
    tip: t`Tip for the courier`,
    currency: t`Currency`,
    saturday: t`Deliver on Saturday`,
    pin: t`PIN at the door`,
    reference_1: t`First text on the label`,
    reference_2: t`Second text on the label`,
  }
}
