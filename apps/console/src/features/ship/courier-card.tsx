import { Trans, useLingui } from '@lingui/react/macro'
import { Controller } from 'react-hook-form'
import { Field } from '../../forms/field.tsx'
import type { ApiForm } from '../../forms/use-api-form.ts'
import { Card } from '../../ui/card.tsx'
import { Input, Switch } from '../../ui/input.tsx'
import type { ShipValues } from './values.ts'

/** A courier at once instead of a choice of offers, within limits. */
export function CourierCard({ form }: { form: ApiForm<ShipValues> }) {
  const { t } = useLingui()
  const isOn = form.watch('on_demand')
  return (
    <Card title={<Trans>Courier</Trans>}>
      <Controller
        control={form.control}
        name="on_demand"
        render={({ field: { value, ...field } }) => (
          <Switch {...field} value="on" checked={value}>
            <span>
              <Trans>Send a courier at once</Trans>
            </span>
          </Switch>
        )}
      />
      <p className="mt-1 text-sm text-muted">
        <Trans>The courier who arrives first within your limits is booked for you, without a choice of offers.</Trans>
      </p>
      {isOn && (
        <div className="mt-3 grid gap-3 sm:grid-cols-2">
          <Field label={t`At most`} note={t`optional`} error={form.findError('dispatch.max_total_amount')}>
            {(control) => (
              <Input
                {...control}
                inputMode="decimal"
                autoComplete="off"
                placeholder="30.00"
                {...form.register('dispatch.max_total_amount')}
              />
            )}
          </Field>
          <Field label={t`Deliver by`} note={t`optional`} error={form.findError('dispatch.deliver_by')}>
            {(control) => <Input {...control} type="datetime-local" {...form.register('dispatch.deliver_by')} />}
          </Field>
        </div>
      )}
    </Card>
  )
}
