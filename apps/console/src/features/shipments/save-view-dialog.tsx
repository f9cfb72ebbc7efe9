import { Trans, useLingui } from '@lingui/react/macro'
import { useId } from 'react'
import { ErrorSummary } from '../../forms/error-summary.tsx'
import { Field } from '../../forms/field.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Checkbox, Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.tsx'
import { useSaveView } from './queries.ts'
import { type ShipmentsSearch, searchOfView } from './search.ts'

interface SaveViewDialogProps {
  search: ShipmentsSearch
  onClose: () => void
  onSaved: (search: ShipmentsSearch) => void
}

/** Keeps the filters and the order under a name. */
export function SaveViewDialog({ search, onClose, onSaved }: SaveViewDialogProps) {
  const { t } = useLingui()
  const formId = useId()
  const save = useSaveView()
  const form = useApiForm({
    defaultValues: { name: '', shared: true },
    submit: async ({ name, shared }, key) => {
      const view = await save.mutateAsync({ name, shared, search, key })
      onSaved(searchOfView(view))
      onClose()
      toast(t`The view is saved.`)
    },
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Save as a view`}
      description={t`The filters and the order of the list, under a name.`}
      size="sm"
      persistent
      footer={
        <>
          <Button onClick={onClose}>
            <Trans>Go back</Trans>
          </Button>
          <Button type="submit" form={formId} variant="primary" busy={form.formState.isSubmitting}>
            <Trans>Save the view</Trans>
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={form.onSubmit} className="flex flex-col gap-4" noValidate>
        <ErrorSummary problems={form.problems} failure={form.failure} />
        <Field label={t`Name`} error={form.errorOf('name')}>
          {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
        </Field>
        <Checkbox {...form.register('shared')}>
          <Trans>Everybody in this environment sees it</Trans>
        </Checkbox>
      </form>
    </Dialog>
  )
}
