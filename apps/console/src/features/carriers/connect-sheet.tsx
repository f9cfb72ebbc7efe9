import { Trans, useLingui } from '@lingui/react/macro'
import type { Carrier } from '@waybill/sdk'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { useConnect } from './queries.ts'

interface ConnectValues {
  name: string
  credentials: Record<string, string>
}

/** The form that the carrier describes. Credentials are kept nowhere in the browser, also not over a reload. */
export function ConnectSheet({ carrier, onClose }: { carrier: Carrier; onClose: () => void }) {
  const { t } = useLingui()
  const connect = useConnect()
  const fields = carrier.account?.fields ?? []
  const form = useApiForm<ConnectValues>({
    defaultValues: { name: carrier.name, credentials: Object.fromEntries(fields.map(({ name }) => [name, ''])) },
    async submit({ name, credentials }, key) {
      const filled = Object.entries(credentials).filter(([, value]) => value.trim() !== '')
      const account = { carrier_code: carrier.carrier_code, name, credentials: Object.fromEntries(filled) }
      await connect.mutateAsync({ account, key })
      toast(t`The account is connected. Verify it next.`)
      onClose()
    },
  })
  return (
    <Sheet
      open
      persistent
      onOpenChange={onClose}
      title={<Trans>Connect {carrier.name}</Trans>}
      description={<Trans>The credentials are encrypted and never shown again.</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button variant="primary" busy={form.formState.isSubmitting} onClick={() => form.onSubmit()}>
            <Trans>Connect</Trans>
          </Button>
        </>
      }
    >
      <form className="flex flex-col gap-3" noValidate onSubmit={form.onSubmit}>
        <Field label={t`Name of the account`} required error={form.findError('name')}>
          {(control) => <Input {...control} autoComplete="off" {...form.register('name')} />}
        </Field>
        {fields.map(({ name, label, help, required, example }) => (
          <Field
            key={name}
            label={label}
            hint={help}
            required={required}
            note={required ? undefined : t`optional`}
            error={form.findError(`credentials.${name}`)}
          >
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                placeholder={example ?? undefined}
                {...form.register(`credentials.${name}`)}
              />
            )}
          </Field>
        ))}
        <ErrorSummary problems={form.problems} failure={form.failure} />
        <button type="submit" hidden />
      </form>
    </Sheet>
  )
}
