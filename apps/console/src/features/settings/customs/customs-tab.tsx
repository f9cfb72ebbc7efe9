import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { CustomsDefaults, UpdateCustomsDefaults } from '@waybill/sdk'
import { useRef, useState } from 'react'
import { useCustomsNames } from '../../../format/customs-names.ts'
import { createSaving } from '../../../forms/base-version.ts'
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
import { Checkbox, Input, Select } from '../../../ui/input.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.tsx'
import { type DefaultValues, renameField, toChanges, toValues } from './default-values.ts'
import { customsQueries, useUpdateCustomsDefaults } from './queries.ts'

/** Declared of every new shipment that crosses a customs border, unless it says something else. */
export function CustomsTab() {
  const { data, error, refetch } = useQuery(customsQueries(useApi()).defaults())
  if (data) return <DefaultsForm stored={data.defaults} etag={data.etag} />
  return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />
}

function DefaultsForm({ stored, etag }: { stored: CustomsDefaults; etag: string | null }) {
  const { t } = useLingui()
  const names = useCustomsNames()
  const mayWrite = useCan('settings:write')
  const { environment_id: environmentId } = useEnvironment()
  const update = useUpdateCustomsDefaults()
  // The version of the values that are shown, however often they are loaded anew behind the form.
  const [before, setBefore] = useState(() => toValues(stored))
  const [saveOn, setSaveOn] = useState(() => createSaving(etag))
  const sent = useRef<UpdateCustomsDefaults>({})
  const form = useApiForm<DefaultValues>({
    defaultValues: before,
    draftKey: `customs-defaults.${environmentId}`,
    rename: (name) => renameField(name, sent.current),
    async submit(values, key) {
      sent.current = toChanges(values, before, stored)
      const saved = await saveOn(etag, (base) =>
        update.mutateAsync({ changes: sent.current, etag: base, key: versionKey(key, base) }),
      )
      const after = toValues(saved.defaults)
      setBefore(after)
      setSaveOn(() => createSaving(saved.etag))
      form.reset(after)
      toast(t`The customs defaults are stored.`)
    },
  })
  const stale = isStale(form.failure)
  const labels: Record<keyof DefaultValues, string> = {
    contents: t`Reason`,
    non_delivery: t`If it cannot be delivered`,
    certify: t`Certify that declarations are true`,
    certify_signer: t`Name of the signer`,
    export_filing: t`Exemption from export filing (US)`,
    eori: t`EORI number`,
    vat: t`VAT number`,
    vat_country: t`Country of the VAT number`,
    ioss: t`IOSS number`,
  }
  const hints: Partial<Record<keyof DefaultValues, string>> = {
    vat_country: t`Two letters, such as NO, unless the number begins with those of an EU country or GB.`,
    certify_signer: t`Signs invoices and the forms CN 22 and CN 23, if declarations are certified.`,
    export_filing: t`Such as NOEEI 30.37(a). Not used to Canada, and only for items of up to 2,500 USD (1,900 EUR, 1,600 GBP) for each tariff number.`,
    ioss: t`Used to the EU for goods of up to 150 EUR (140 USD, 105 GBP), not to companies.`,
  }
  const text = (name: Exclude<keyof DefaultValues, 'certify'>) => (
    <Field key={name} label={labels[name]} hint={hints[name]} error={form.findError(name)}>
      {(control) => <Input {...control} autoComplete="off" spellCheck={false} {...form.register(name)} />}
    </Field>
  )
  return (
    <Card title={<Trans>Customs</Trans>}>
      <form className="flex max-w-3xl flex-col gap-4" noValidate onSubmit={form.onSubmit}>
        <p className="text-muted">
          <Trans>
            New shipments that cross a customs border declare this where they say nothing else. Shipments that exist
            stay as they are.
          </Trans>
        </p>
        <fieldset className="grid gap-4 sm:grid-cols-2" disabled={!mayWrite}>
          {(['eori', 'ioss', 'vat', 'vat_country'] as const).map(text)}
          {text('export_filing')}
          <Field label={labels.contents} error={form.findError('contents')}>
            {(control) => (
              <Select {...control} {...form.register('contents')}>
                <option value="">{t`Not declared`}</option>
                {Object.entries(names.contents).map(
                  ([code, name]) =>
                    code !== 'other' && (
                      <option key={code} value={code}>
                        {name}
                      </option>
                    ),
                )}
              </Select>
            )}
          </Field>
          <Field label={labels.non_delivery} error={form.findError('non_delivery')}>
            {(control) => (
              <Select {...control} {...form.register('non_delivery')}>
                <option value="">{t`Not declared`}</option>
                {Object.entries(names.nonDelivery).map(([code, name]) => (
                  <option key={code} value={code}>
                    {name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          {text('certify_signer')}
          <div className="flex items-center">
            <Checkbox {...form.register('certify')}>{labels.certify}</Checkbox>
          </div>
        </fieldset>
        {stale && <StaleNote />}
        <ErrorSummary
          problems={form.problems}
          failure={stale ? null : form.failure}
          getLabel={(name) => labels[name as keyof DefaultValues] ?? name}
        />
        {mayWrite && (
          <div>
            <Button type="submit" variant="primary" busy={form.formState.isSubmitting}>
              {stale ? <Trans>Save over the new state</Trans> : <Trans>Save</Trans>}
            </Button>
          </div>
        )}
      </form>
    </Card>
  )
}
