import { Trans, useLingui } from '@lingui/react/macro'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import type { Branding } from '@waybill/sdk'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { ErrorSummary } from '../../../forms/error-summary.tsx'
import { Field } from '../../../forms/field.tsx'
import { isStale } from '../../../forms/stale.ts'
import { StaleNote } from '../../../forms/stale-note.tsx'
import { useApiForm } from '../../../forms/use-api-form.ts'
import { versionKey } from '../../../forms/version-key.ts'
import { useApi, useCan, useEnvironment } from '../../../session/workspace.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Input } from '../../../ui/input.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { pageColors } from './colors.ts'
import { LogoField, pathOfLogo } from './logo-field.tsx'
import { PagePreview } from './page-preview.tsx'
import { brandingQueries, LOGO_CHANGE, useUpdateBranding } from './queries.ts'

const NAMES = ['display_name', 'accent_color', 'support_url', 'support_phone'] as const
type LookValues = Record<(typeof NAMES)[number], string>

const toValues = (branding: Branding): LookValues => ({
  display_name: branding.display_name ?? '',
  accent_color: branding.accent_color ?? '',
  support_url: branding.support_url ?? '',
  support_phone: branding.support_phone ?? '',
})

/** The look of the page that recipients see, beside a preview of what is typed. */
export function TrackingPageTab() {
  const { data, error, refetch } = useQuery(brandingQueries(useApi()).branding())
  if (data) return <LookForm branding={data.branding} etag={data.etag} />
  return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />
}

function LookForm({ branding, etag }: { branding: Branding; etag: string | null }) {
  const { t } = useLingui()
  const mayWrite = useCan('settings:write')
  const { environment_id: environmentId } = useEnvironment()
  const update = useUpdateBranding()
  const [before, setBefore] = useState(() => toValues(branding))
  const form = useApiForm<LookValues>({
    defaultValues: before,
    draftKey: `branding.${environmentId}`,
    async submit(values, key) {
      const changed = NAMES.filter((name) => values[name].trim() !== before[name])
      const changes = Object.fromEntries(changed.map((name) => [name, values[name].trim() || null]))
      const stored = await update.mutateAsync({ changes, etag, key: versionKey(key, etag) })
      setBefore(toValues(stored))
      form.reset(toValues(stored))
      toast(t`The look of the tracking page is stored.`)
    },
  })
  // Until the logo is stored, the version is not known that the form would change.
  const isLogoChanging = useIsMutating({ mutationKey: LOGO_CHANGE }) > 0
  const typed = { ...before, ...useWatch({ control: form.control }) }
  const stale = isStale(form.failure)
  const logo = branding.logo && { ...branding.logo, path: pathOfLogo(branding.logo) }
  const labels: Record<string, string> = {
    display_name: t`Name on the page`,
    accent_color: t`Colour`,
    support_url: t`Help page`,
    support_phone: t`Phone number`,
  }
  const color = /^#[0-9a-f]{6}$/i.test(typed.accent_color.trim()) ? typed.accent_color.trim() : pageColors.light.accent
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card title={<Trans>Tracking page</Trans>}>
        <form className="flex flex-col gap-4" noValidate onSubmit={form.onSubmit}>
          <LogoField logo={branding.logo} mayWrite={mayWrite} />
          <fieldset className="flex flex-col gap-4" disabled={!mayWrite}>
            <Field label={labels.display_name} error={form.findError('display_name')}>
              {(control) => <Input {...control} autoComplete="off" {...form.register('display_name')} />}
            </Field>
            <Field
              label={labels.accent_color}
              hint={t`Of links and of the progress. Text in it must be readable on white; the dark page lightens it.`}
              error={form.findError('accent_color')}
            >
              {(control) => (
                <span className="flex gap-2">
                  <input
                    type="color"
                    aria-label={t`Choose the colour`}
                    className="h-8 w-12 shrink-0 rounded-md border border-outline bg-surface p-0.5"
                    value={color.toLowerCase()}
                    onChange={({ target }) => form.setValue('accent_color', target.value, { shouldDirty: true })}
                  />
                  <Input
                    {...control}
                    autoComplete="off"
                    spellCheck={false}
                    placeholder={pageColors.light.accent}
                    className="w-32 font-mono"
                    {...form.register('accent_color')}
                  />
                </span>
              )}
            </Field>
            <Field
              label={labels.support_url}
              hint={t`Where recipients get help.`}
              error={form.findError('support_url')}
            >
              {(control) => <Input {...control} type="url" placeholder="https://" {...form.register('support_url')} />}
            </Field>
            <Field label={labels.support_phone} error={form.findError('support_phone')}>
              {(control) => <Input {...control} type="tel" {...form.register('support_phone')} />}
            </Field>
          </fieldset>
          {stale && <StaleNote />}
          <ErrorSummary
            problems={form.problems}
            failure={stale ? null : form.failure}
            getLabel={(name) => labels[name] ?? name}
          />
          {mayWrite && (
            <div>
              <Button type="submit" variant="primary" busy={form.formState.isSubmitting || isLogoChanging}>
                {stale ? <Trans>Save over the new state</Trans> : <Trans>Save</Trans>}
              </Button>
            </div>
          )}
        </form>
      </Card>
      <Card title={<Trans>Preview</Trans>}>
        <div className="flex flex-col gap-3">
          <PagePreview look={{ ...typed, logo }} theme="light" />
          <PagePreview look={{ ...typed, logo }} theme="dark" />
        </div>
      </Card>
    </div>
  )
}
