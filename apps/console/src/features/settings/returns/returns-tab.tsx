import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ReturnRules } from '@waybill/sdk'
import { useState } from 'react'
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
import { ApprovalFields } from './approval-fields.tsx'
import { returnRulesQueries, useUpdateReturnRules } from './queries.ts'
import { ReasonFields } from './reason-fields.tsx'
import { type RuleValues, renameRuleField, toChanges, toValues } from './rule-values.ts'

/** Rules of the page on which recipients ask for returns. */
export function ReturnsTab() {
  const { data, error, refetch } = useQuery(returnRulesQueries(useApi()).rules())
  if (data) return <RulesForm stored={data.rules} etag={data.etag} />
  return error ? <ErrorState error={error} onRetry={() => refetch()} /> : <SkeletonLines />
}

function RulesForm({ stored, etag }: { stored: ReturnRules; etag: string | null }) {
  const { t } = useLingui()
  const mayWrite = useCan('settings:write')
  const { environment_id: environmentId } = useEnvironment()
  const update = useUpdateReturnRules()
  // The version of the values that are shown, however often they are loaded anew behind the form.
  const [before, setBefore] = useState(() => toValues(stored))
  const [saveOn, setSaveOn] = useState(() => createSaving(etag))
  const form = useApiForm<RuleValues>({
    defaultValues: before,
    draftKey: `return-rules.${environmentId}`,
    rename: renameRuleField,
    async submit(values, key) {
      const changes = toChanges(values, before)
      const saved = await saveOn(etag, (base) =>
        update.mutateAsync({ changes, etag: base, key: versionKey(key, base) }),
      )
      const after = toValues(saved.rules)
      setBefore(after)
      setSaveOn(() => createSaving(saved.etag))
      form.reset(after)
      toast(t`The return rules are stored.`)
    },
  })
  const stale = isStale(form.failure)
  const labels: Record<string, string> = {
    enabled: t`Recipients can ask for returns`,
    days: t`Days after the delivery`,
    countries: t`Only from these countries`,
    pay: t`The carrier charges`,
    label: t`Label`,
    'approve.reasons': t`Only for these reasons`,
    'approve.countries': t`Only from these countries`,
    'approve.days': t`Only within so many days`,
    'approve.amount': t`Only goods worth at most`,
    'approve.currency': t`Currency`,
  }
  return (
    <Card title={<Trans>Returns by recipients</Trans>}>
      <form className="flex max-w-3xl flex-col gap-4" noValidate onSubmit={form.onSubmit}>
        <p className="text-muted">
          <Trans>
            Tracking pages of delivered shipments lead to a page where the recipient asks for a return. It waits for
            you: nothing is bought until you book it.
          </Trans>
        </p>
        <fieldset className="flex flex-col gap-4" disabled={!mayWrite}>
          <Checkbox {...form.register('enabled')}>{labels.enabled}</Checkbox>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={labels.days} error={form.findError('days')}>
              {(control) => <Input {...control} inputMode="numeric" autoComplete="off" {...form.register('days')} />}
            </Field>
            <Field
              label={labels.countries}
              hint={t`Two letters each, such as GB, DE. Empty: from all.`}
              error={form.findError('countries')}
            >
              {(control) => (
                <Input {...control} autoComplete="off" spellCheck={false} {...form.register('countries')} />
              )}
            </Field>
            <Field label={labels.pay} error={form.findError('pay')}>
              {(control) => (
                <Select {...control} {...form.register('pay')}>
                  <option value="">{t`As it usually does`}</option>
                  <option value="now">{t`With the booking`}</option>
                  <option value="on_use">{t`When the label is used`}</option>
                </Select>
              )}
            </Field>
            <Field label={labels.label} error={form.findError('label')}>
              {(control) => (
                <Select {...control} {...form.register('label')}>
                  <option value="paper">{t`Paper, which the recipient prints`}</option>
                  <option value="qr">{t`Code on a screen, which the carrier scans`}</option>
                </Select>
              )}
            </Field>
          </div>
          <ReasonFields form={form} mayWrite={mayWrite} />
          <ApprovalFields form={form} labels={labels} />
        </fieldset>
        {stale && <StaleNote />}
        <ErrorSummary
          problems={form.problems}
          failure={stale ? null : form.failure}
          getLabel={(name) => labels[name] ?? t`Reasons`}
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
