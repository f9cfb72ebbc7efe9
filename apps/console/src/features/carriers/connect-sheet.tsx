import { Trans, useLingui } from '@lingui/react/macro'
import type { Carrier, CarrierAccount } from '@waybill/sdk'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Sheet } from '../../ui/dialog.tsx'
import { Input } from '../../ui/input.tsx'
import { toast, toastError } from '../../ui/toast.tsx'
import { useConnect, useReplaceCredentials, useVerifyNew } from './queries.ts'

interface ConnectValues {
  name: string
  credentials: Record<string, string>
}

interface ConnectSheetProps {
  carrier: Carrier
  /** The account whose credentials are replaced; undefined: a new one. */
  account?: CarrierAccount
  onClose: () => void
}

/**
 * The form that the carrier describes. Credentials are kept nowhere in the browser, also not over a reload. They are tried at the
 * carrier at once.
 */
export function ConnectSheet({ carrier, account, onClose }: ConnectSheetProps) {
  const { t } = useLingui()
  const connect = useConnect()
  const replace = useReplaceCredentials()
  const verify = useVerifyNew()
  const fields = carrier.account?.fields ?? []
  const form = useApiForm<ConnectValues>({
    defaultValues: {
      name: account?.name ?? carrier.name,
      credentials: Object.fromEntries(fields.map(({ name }) => [name, ''])),
    },
    async submit({ name, credentials }, key) {
      const filled = Object.entries(credentials).filter(([, value]) => value.trim() !== '')
      const given = Object.fromEntries(filled)
      const saved = account
        ? await replace.mutateAsync({ account, credentials: given, name, key })
        : await connect.mutateAsync({
            account: { carrier_code: carrier.carrier_code, name, credentials: given },
            key,
          })
      // It is stored by now: a refusal is shown at the account, where the credentials can be replaced.
      verify.mutate(saved.carrier_account_id, {
        onSuccess: () => toast(t`The account works. It makes offers from now on.`),
        onError: toastError,
      })
      onClose()
    },
  })
  return (
    <Sheet
      open
      persistent
      onOpenChange={onClose}
      title={account ? t`Replace the credentials of ${account.name}` : t`Connect ${carrier.name}`}
      description={<Trans>The credentials are encrypted and never shown again.</Trans>}
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button variant="primary" busy={form.formState.isSubmitting} onClick={() => form.onSubmit()}>
            {account ? <Trans>Replace</Trans> : <Trans>Connect</Trans>}
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
            required={required && !account}
            note={account ? t`empty: as before` : required ? undefined : t`optional`}
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
