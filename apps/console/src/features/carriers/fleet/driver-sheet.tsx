import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { Driver, DriverWithToken } from '@waybill/sdk'
import { Field } from '../../../forms/field.tsx'
import { FormSheet } from '../../../forms/form-sheet.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { type SheetFormProps, useEdit } from '../../../forms/use-edit.ts'
import { useApi, useEnvironment } from '../../../session/workspace.ts'
import { Checkbox, Input } from '../../../ui/input.tsx'
import { LoadingSheet } from '../../../ui/loading-sheet.tsx'
import { fleetQueries, useCreateDriver, useUpdateDriver } from './queries.ts'

interface DriverValues {
  name: string
  telephone: string
  email: string
  capacity: string
  active: boolean
}

const NAMES = ['name', 'telephone', 'email', 'capacity', 'active'] as const
const USUAL_CAPACITY = '5'

const toValues = (driver: Driver): DriverValues => ({
  name: driver.name,
  telephone: driver.telephone ?? '',
  email: driver.email ?? '',
  capacity: String(driver.capacity),
  active: driver.active,
})

/** As the API has it: an empty contact is none, and a number that is none stays as typed, to be named. */
const toDriver = ({ name, telephone, email, capacity, active }: DriverValues) => ({
  name,
  telephone: telephone.trim() || null,
  email: email.trim() || null,
  capacity: (/^\d+$/.test(capacity.trim()) ? Number(capacity) : capacity) as number,
  active,
})

/** A driver to change, in the newest version. */
export function DriverSheet({ driverId, onClose }: { driverId: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(fleetQueries(useApi()).driver(driverId))
  if (data) return <EditDriver driver={data.driver} etag={data.etag} onClose={onClose} />
  return (
    <LoadingSheet title={<Trans>Change the driver</Trans>} error={error} onRetry={() => refetch()} onClose={onClose} />
  )
}

function EditDriver({ driver, etag, onClose }: { driver: Driver; etag: string | null; onClose: () => void }) {
  const { t } = useLingui()
  const update = useUpdateDriver()
  const edit = useEdit<DriverValues>({
    values: () => toValues(driver),
    etag,
    draftKey: `driver.${driver.driver_id}`,
    save: ({ before, values, etag: base, key }) =>
      update.mutateAsync({ id: driver.driver_id, changes: readChanges(before, values), etag: base, key }),
    done: t`The driver is changed.`,
    onClose,
  })
  return <DriverForm {...edit} isNew={false} title={<Trans>Change the driver</Trans>} action={<Trans>Save</Trans>} />
}

function readChanges(before: DriverValues, values: DriverValues) {
  const [old, sent] = [toDriver(before), toDriver(values)]
  return Object.fromEntries(NAMES.filter((name) => old[name] !== sent[name]).map((name) => [name, sent[name]]))
}

interface NewDriverProps {
  onClose: () => void
  onToken: (driver: DriverWithToken) => void
}

export function NewDriver({ onClose, onToken }: NewDriverProps) {
  const create = useCreateDriver()
  const { environment_id: environmentId } = useEnvironment()
  return (
    <DriverForm
      isNew
      title={<Trans>Add a driver</Trans>}
      action={<Trans>Add</Trans>}
      defaultValues={{ name: '', telephone: '', email: '', capacity: USUAL_CAPACITY, active: true }}
      draftKey={`driver.${environmentId}`}
      onClose={onClose}
      submit={async (values, key) => {
        const driver = await create.mutateAsync({ driver: toDriver(values), key })
        onClose()
        onToken(driver)
      }}
    />
  )
}

interface DriverFormProps extends SheetFormProps<DriverValues> {
  isNew: boolean
}

function DriverForm({ isNew, title, action, defaultValues, draftKey, submit, onClose }: DriverFormProps) {
  const { t } = useLingui()
  const form = useApiForm<DriverValues>({ defaultValues, draftKey, submit })
  const labels: Record<string, string> = {
    name: t`Name`,
    telephone: t`Phone`,
    email: t`E-mail`,
    capacity: t`Jobs at once`,
  }
  return (
    <FormSheet
      form={form}
      title={title}
      description={isNew ? <Trans>You get a token for the driver's app next.</Trans> : undefined}
      action={action}
      getLabel={(name) => labels[name] ?? name}
      onClose={onClose}
    >
      <Field label={labels.name} required error={form.findError('name')}>
        {(control) => <Input {...control} autoComplete="off" {...form.register('name')} />}
      </Field>
      <Field label={labels.telephone} note={t`optional`} error={form.findError('telephone')}>
        {(control) => <Input {...control} type="tel" autoComplete="off" {...form.register('telephone')} />}
      </Field>
      <Field label={labels.email} note={t`optional`} error={form.findError('email')}>
        {(control) => <Input {...control} type="email" autoComplete="off" {...form.register('email')} />}
      </Field>
      <Field
        label={labels.capacity}
        hint={t`How many jobs and offers the driver may have. More are offered to others.`}
        error={form.findError('capacity')}
      >
        {(control) => (
          <Input {...control} inputMode="numeric" autoComplete="off" className="w-24" {...form.register('capacity')} />
        )}
      </Field>
      {!isNew && (
        <div>
          <Checkbox {...form.register('active')}>
            <Trans>Works for you</Trans>
          </Checkbox>
          <p className="text-sm text-muted">
            <Trans>
              Without it, the token is refused and offers go to others. Accepted jobs stay: assign them anew.
            </Trans>
          </p>
        </div>
      )}
    </FormSheet>
  )
}
