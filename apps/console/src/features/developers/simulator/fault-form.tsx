import { Trans, useLingui } from '@lingui/react/macro'
import type { Carrier, PlanFault } from '@waybill/sdk'
import { useWatch } from 'react-hook-form'
import { ErrorSummary } from '../../../forms/error-summary.tsx'
import { Field } from '../../../forms/field.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { useEnvironment } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Input, Select } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.tsx'
import { useFaultNames } from './fault-names.ts'
import { type Fault, faultsByOperation, type Operation, usualCount } from './faults-by-operation.ts'
import { usePlanFault } from './queries.ts'

interface FaultValues {
  carrier_code: string
  operation: Operation
  fault: Fault
  calls_count: string
  expires_in_minutes: string
}

const operations = Object.keys(faultsByOperation) as Operation[]

/** Plans a fault of a simulated carrier. */
export function FaultForm({ carriers }: { carriers: readonly Carrier[] }) {
  const { t } = useLingui()
  const names = useFaultNames()
  const { environment_id: environmentId } = useEnvironment()
  const plan = usePlanFault()
  const form = useApiForm<FaultValues>({
    defaultValues: {
      carrier_code: carriers[0]?.carrier_code ?? '',
      operation: 'book',
      fault: 'refuse',
      calls_count: '1',
      expires_in_minutes: '60',
    },
    draftKey: `fault.${environmentId}`,
    async submit(values, key) {
      const { calls_count, expires_in_minutes, ...chosen } = values
      // Text that is not a number is sent unchanged: the API names the field.
      const number = (text: string) => (/^\d+$/.test(text.trim()) ? Number(text) : text)
      const fault = { ...chosen, calls_count: number(calls_count), expires_in_minutes: number(expires_in_minutes) }
      await plan.mutateAsync({ fault: fault as PlanFault, key })
      toast(t`The fault is planned.`)
      form.reset(values)
    },
  })
  const { operation = 'book', fault = 'refuse' } = useWatch({ control: form.control })
  const possible = faultsByOperation[operation]
  const choose = (chosen: Fault) => {
    form.setValue('fault', chosen)
    form.setValue('calls_count', String(usualCount(chosen)))
  }
  const labels: Record<string, string> = {
    carrier_code: t`Carrier`,
    operation: t`What goes wrong`,
    fault: t`How`,
    calls_count: t`How many calls`,
    expires_in_minutes: t`Over after`,
  }
  return (
    <form className="grid gap-3 sm:grid-cols-2" noValidate onSubmit={form.onSubmit}>
      <Field label={labels.carrier_code} error={form.findError('carrier_code')}>
        {(control) => (
          <Select {...control} {...form.register('carrier_code')}>
            {carriers.map(({ carrier_code, name }) => (
              <option key={carrier_code} value={carrier_code}>
                {name}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={labels.operation} error={form.findError('operation')}>
        {(control) => (
          <Select
            {...control}
            {...form.register('operation', {
              onChange: ({ target }: { target: { value: Operation } }) => {
                const [first] = faultsByOperation[target.value]
                if (first && !faultsByOperation[target.value].includes(fault)) choose(first)
              },
            })}
          >
            {operations.map((one) => (
              <option key={one} value={one}>
                {names.operation(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={labels.fault} error={form.findError('fault')}>
        {(control) => (
          <Select {...control} value={fault} onChange={({ target }) => choose(target.value as Fault)}>
            {possible.map((one) => (
              <option key={one} value={one}>
                {names.fault(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={labels.calls_count} error={form.findError('calls_count')}>
          {(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...form.register('calls_count')} />}
        </Field>
        <Field label={labels.expires_in_minutes} note={t`minutes`} error={form.findError('expires_in_minutes')}>
          {(control) => (
            <Input {...control} inputMode="numeric" autoComplete="off" {...form.register('expires_in_minutes')} />
          )}
        </Field>
      </div>
      <div className="flex flex-col gap-3 sm:col-span-2">
        {usualCount(fault) > 1 && (
          <p className="text-sm text-muted">
            <Trans>
              Waybill tries a call up to three times when the carrier fails: four of them let one of yours fail.
            </Trans>
          </p>
        )}
        <ErrorSummary problems={form.problems} failure={form.failure} getLabel={(name) => labels[name] ?? name} />
        <div>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            <Trans>Plan the fault</Trans>
          </Button>
        </div>
      </div>
    </form>
  )
}
