import { Trans, useLingui } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import type { ApiKeyWithToken, CreateApiKey } from '@waybill/sdk'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useApi, useEnvironment } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { developerChanges } from './changes.ts'

type Scope = NonNullable<CreateApiKey['scopes']>[number]

interface KeyValues {
  name: string
  scopes: Scope[]
  /** A date, or empty: the key does not expire. */
  expires_at: string
}

/** Rights about people: sessions have them, keys never do. */
const isForKeys = (scope: string): boolean => !/^(?:team|audit_log):/.test(scope)

interface KeyFormProps {
  onClose: () => void
  onCreated: (key: ApiKeyWithToken) => void
}

/** A new key, with no more rights than the person has. */
export function KeyForm({ onClose, onCreated }: KeyFormProps) {
  const { t } = useLingui()
  const api = useApi()
  const queryClient = useQueryClient()
  const { scopes, environment_id: environmentId } = useEnvironment()
  const form = useApiForm<KeyValues>({
    defaultValues: { name: '', scopes: [], expires_at: '' },
    draftKey: `api-key.${environmentId}`,
    rename: (name) => (name.startsWith('scopes') ? 'scopes' : name),
    async submit({ name, scopes: chosen, expires_at }, idempotencyKey) {
      const expiry = expires_at === '' ? {} : { expires_at: `${expires_at}T00:00:00Z` }
      const key = await developerChanges.createKey(api, { name, scopes: chosen, ...expiry }, idempotencyKey)
      void queryClient.invalidateQueries({ queryKey: ['api-keys'] })
      onCreated(key)
    },
  })
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={<Trans>Create an API key</Trans>} persistent>
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <Field
          label={t`Name`}
          hint={t`Where the key is used, such as "Shop server".`}
          error={form.findError('name')}
          required
        >
          {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <fieldset>
          <legend className="mb-1 text-sm font-medium">
            <Trans>What the key may do</Trans>
          </legend>
          <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
            {scopes.filter(isForKeys).map((scope) => (
              <Checkbox key={scope} value={scope} {...form.register('scopes')}>
                <code className="font-mono text-sm">{scope}</code>
              </Checkbox>
            ))}
          </div>
          {form.findError('scopes') && <p className="mt-1 text-sm text-danger">{form.findError('scopes')}</p>}
        </fieldset>
        <Field
          label={t`Expires on`}
          hint={t`At the start of this day (UTC).`}
          note={t`optional`}
          error={form.findError('expires_at')}
        >
          {(control) => <Input type="date" {...control} {...form.register('expires_at')} />}
        </Field>
        <ErrorSummary
          problems={form.problems}
          failure={form.failure}
          getLabel={(name) =>
            ({ name: t`Name`, scopes: t`What the key may do`, expires_at: t`Expires on` })[name] ?? name
          }
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            <Trans>Create key</Trans>
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
