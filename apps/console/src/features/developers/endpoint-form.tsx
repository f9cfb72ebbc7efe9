import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { NewSubscription, Subscription } from '@waybill/sdk'
import { useState } from 'react'
import { createSaving } from '../../forms/base-version.ts'
import { changedValues } from '../../forms/changed-values.ts'
import { dropDraft } from '../../forms/draft.ts'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { isStale } from '../../forms/stale.ts'
import { StaleNote } from '../../forms/stale-note.tsx'
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

const toValues = ({ url = '', events = ['*'], ordering = 'none' }: Partial<Subscription> = {}): EndpointValues => ({
  url,
  events: [...events],
  ordering,
})

interface EndpointFormProps {
  /** The endpoint to change, in its newest version; without it a new one. */
  stored?: { endpoint: Subscription; etag: string | null }
  onClose: () => void
  onCreated?: (endpoint: NewSubscription) => void
  /** Called with the new secret when the endpoint has moved to another host. */
  onSecret?: (secret: string) => void
}

/** A new webhook endpoint, or another address or other events of one. */
export function EndpointForm({ stored, onClose, onCreated, onSecret }: EndpointFormProps) {
  const { t } = useLingui()
  const api = useApi()
  const queryClient = useQueryClient()
  const { environment_id: environmentId } = useEnvironment()
  const types = useQuery(developerQueries(api).eventTypes())
  const endpoint = stored?.endpoint
  const [before] = useState(() => toValues(endpoint))
  const [saveOn] = useState(() => createSaving(stored?.etag ?? null))
  const draftKey = `endpoint.${endpoint?.subscription_id ?? environmentId}`
  const close = () => {
    // A kept draft would later be sent over a newer state of the endpoint.
    if (stored) dropDraft(draftKey)
    onClose()
  }
  const form = useApiForm<EndpointValues>({
    defaultValues: before,
    draftKey,
    rename: (name) => (name.startsWith('events') ? 'events' : name),
    async submit(values, idempotencyKey) {
      try {
        if (stored) {
          const { endpoint: is, etag } = stored
          const changes = { id: is.subscription_id, ...changedValues(before, values) }
          const saved = await saveOn(etag, (base) => developerChanges.updateEndpoint(api, { etag: base, ...changes }))
          onClose()
          if (saved.secret !== undefined) onSecret?.(saved.secret)
        } else onCreated?.(await developerChanges.createEndpoint(api, values, idempotencyKey))
      } finally {
        // Also after a failure: somebody else may have changed it.
        await queryClient.invalidateQueries({ queryKey: ['webhooks'] })
      }
    },
  })
  const choices = eventChoices(
    (types.data ?? []).map(({ type }) => type),
    before.events,
  )
  const stale = isStale(form.failure)
  const title = endpoint ? <Trans>Change the endpoint</Trans> : <Trans>Create a webhook endpoint</Trans>
  return (
    <Dialog open onOpenChange={(open) => open || close()} title={title} persistent>
      <form onSubmit={form.onSubmit} noValidate className="flex flex-col gap-4">
        <Field
          label={t`Address (URL)`}
          hint={endpoint && t`At another host the endpoint gets a new signing secret, and the old one ends.`}
          error={form.findError('url')}
          required
        >
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
                {type === '*' ? <Trans>All events</Trans> : <code className="font-mono text-sm">{type}</code>}
              </Checkbox>
            ))}
          </div>
          {form.findError('events') && <p className="mt-1 text-sm text-danger">{form.findError('events')}</p>}
        </fieldset>
        <Field label={t`Order`} error={form.findError('ordering')}>
          {(control) => (
            <Select {...control} {...form.register('ordering')}>
              <option value="none">{t`As soon as possible, in any order`}</option>
              <option value="per_subject">{t`In order for each shipment, quote and booking`}</option>
            </Select>
          )}
        </Field>
        {stale && <StaleNote />}
        <ErrorSummary
          problems={form.problems}
          failure={stale ? null : form.failure}
          getLabel={(name) => ({ url: t`Address (URL)`, events: t`Events`, ordering: t`Order` })[name] ?? name}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={close}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
            {stale ? (
              <Trans>Save over the new state</Trans>
            ) : endpoint ? (
              <Trans>Save</Trans>
            ) : (
              <Trans>Create endpoint</Trans>
            )}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
