import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewSubscription, Subscription } from '@waybill/sdk'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { useApi, useEnvironment } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Input, Select } from '../../ui/input.tsx'
import { developerChanges } from './changes.ts'
import { eventChoices } from './event-choices.ts'
import { developerQueries } from './queries.ts'

interface EndpointValues {
  url: string
  events: string[]
  ordering: Subscription['ordering']
}

interface EndpointFormProps {
  /** The endpoint to change; without it a new one. */
  endpoint?: Subscription
  onClose: () => void
  onCreated?: (endpoint: NewSubscription) => void
}

/** A new webhook endpoint, or another address or other events of one. */
export function EndpointForm({ endpoint, onClose, onCreated }: EndpointFormProps) {
  const { t } = useLingui()
  const api = useApi()
  const queryClient = useQueryClient()
  const { environment_id: environmentId } = useEnvironment()
  const types = useQuery(developerQueries(api).eventTypes())
  const { url = '', events = ['*'], ordering = 'none' } = endpoint ?? {}
  const form = useApiForm<EndpointValues>({
    defaultValues: { url, events: [...events], ordering },
    draftKey: `endpoint.${endpoint?.subscription_id ?? environmentId}`,
    rename: (name) => (name.startsWith('events') ? 'events' : name),
    async submit(values, idempotencyKey) {
      if (endpoint) await developerChanges.updateEndpoint(api, { id: endpoint.subscription_id, ...values })
      else onCreated?.(await developerChanges.createEndpoint(api, values, idempotencyKey))
      void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
      if (endpoint) onClose()
    },
  })
  const choices = eventChoices(
    (types.data ?? []).map(({ type }) => type),
    events,
  )
  const title = endpoint ? <Trans>Change the endpoint</Trans> : <Trans>Create a webhook endpoint</Trans>
  return (
    <Dialog open onOpenChange={(open) => open || onClose()} title={title} persistent>
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <Field label={t`Address (URL)`} error={form.errorOf('url')} required>
          {(control) => (
            <Input type="url" placeholder="https://" autoComplete="off" {...control} {...form.register('url')} />
          )}
        </Field>
        <fieldset>
          <legend className="mb-1 text-sm font-medium">
            <Trans>Events</Trans>
          </legend>
          <div className="grid gap-x-4 gap-y-1 sm:grid-cols-2">
            {choices.map((type) => (
              <Checkbox key={type} value={type} {...form.register('events')}>
                <code className="font-mono text-sm">{type}</code>
              </Checkbox>
            ))}
          </div>
          {form.errorOf('events') && <p className="mt-1 text-sm text-danger">{form.errorOf('events')}</p>}
        </fieldset>
        <Field label={t`Order`} error={form.errorOf('ordering')}>
          {(control) => (
            <Select {...control} {...form.register('ordering')}>
              <option value="none">{t`As soon as possible, in any order`}</option>
              <option value="per_subject">{t`In order for each shipment, quote and booking`}</option>
            </Select>
          )}
        </Field>
        <ErrorSummary
          problems={form.problems}
          failure={form.failure}
          labelOf={(name) => ({ url: t`Address (URL)`, events: t`Events`, ordering: t`Order` })[name] ?? name}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {endpoint ? <Trans>Save</Trans> : <Trans>Create endpoint</Trans>}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
