import { Trans, useLingui } from '@lingui/react/macro'
import { NameDialog } from '../../forms/name-dialog.tsx'
import { useApiForm } from '../../forms/use-api-form.ts'
import { Checkbox } from '../../ui/input.tsx'
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
    <NameDialog
      form={form}
      title={t`Save as a view`}
      description={t`The filters and the order of the list, under a name.`}
      action={<Trans>Save the view</Trans>}
      onClose={onClose}
    >
      <Checkbox {...form.register('shared')}>
        <Trans>Everybody in this environment sees it</Trans>
      </Checkbox>
    </NameDialog>
  )
}
