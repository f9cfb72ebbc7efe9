import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { SavedView } from '@waybill/sdk'
import { Bookmark, Save, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useCommands } from '../../commands/registry.ts'
import { useApi, useCan } from '../../session/workspace.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu, MenuItem, MenuLabel, MenuRadioGroup, MenuRadioItem, MenuSeparator } from '../../ui/menu.tsx'
import { toast } from '../../ui/toast.tsx'
import { shipmentsQueries, useDeleteView, useUpdateView } from './queries.ts'
import { SaveViewDialog } from './save-view-dialog.tsx'
import { isUnchanged, type ShipmentsSearch, searchOfView } from './search.ts'

interface ViewsMenuProps {
  search: ShipmentsSearch
  onChange: (search: ShipmentsSearch) => void
}

/** Filters under a name: opens, saves, changes and deletes them. */
export function ViewsMenu({ search, onChange }: ViewsMenuProps) {
  const { t } = useLingui()
  const canWrite = useCan('views:write')
  const { data: views = [], error } = useQuery(shipmentsQueries(useApi()).views())
  const [dialog, setDialog] = useState<'save' | 'delete' | null>(null)
  const current = views.find(({ view_id }) => view_id === search.view)
  const isChanged = current !== undefined && !isUnchanged(current, search)
  const update = useUpdateView()
  useCommands([
    ...views.map((view) => ({
      id: `shipments.view.${view.view_id}`,
      title: view.name,
      group: t`Views of shipments`,
      run: () => onChange(searchOfView(view)),
    })),
    ...(canWrite
      ? [{ id: 'shipments.save-view', title: t`Save as a view`, group: t`Shipments`, run: () => setDialog('save') }]
      : []),
  ])
  const saveChanges = (view: SavedView) =>
    update.mutate({ viewId: view.view_id, search }, { onSuccess: () => toast(t`The view is saved.`) })
  return (
    <>
      <Menu
        align="start"
        trigger={
          <Button className="max-w-56">
            <Bookmark aria-hidden />
            <span className="truncate">{current?.name ?? t`Views`}</span>
            {isChanged && (
              <span className="text-muted">
                <Trans>changed</Trans>
              </span>
            )}
          </Button>
        }
      >
        <MenuLabel>
          {error ? (
            <Trans>The views could not be loaded</Trans>
          ) : views.length === 0 ? (
            <Trans>No saved views yet</Trans>
          ) : (
            <Plural value={views.length} one="# view" other="# views" />
          )}
        </MenuLabel>
        <MenuRadioGroup value={isChanged ? '' : (search.view ?? '')}>
          {views.map((view) => (
            <MenuRadioItem key={view.view_id} value={view.view_id} onSelect={() => onChange(searchOfView(view))}>
              <span className="max-w-64 grow truncate">{view.name}</span>
              {!view.shared && (
                <span className="text-xs text-muted">
                  <Trans>only you</Trans>
                </span>
              )}
            </MenuRadioItem>
          ))}
        </MenuRadioGroup>
        {canWrite && (
          <>
            <MenuSeparator />
            {current && isChanged && (
              <MenuItem onSelect={() => saveChanges(current)}>
                <Save aria-hidden />
                <Trans>Save the changes</Trans>
              </MenuItem>
            )}
            <MenuItem onSelect={() => setDialog('save')}>
              <Bookmark aria-hidden />
              <Trans>Save as a view</Trans>
            </MenuItem>
            {current && (
              <MenuItem onSelect={() => setDialog('delete')}>
                <Trash2 aria-hidden />
                <Trans>Delete the view</Trans>
              </MenuItem>
            )}
          </>
        )}
      </Menu>
      {dialog === 'save' && <SaveViewDialog search={search} onClose={() => setDialog(null)} onSaved={onChange} />}
      {dialog === 'delete' && current && (
        <DeleteViewDialog
          view={current}
          onClose={() => setDialog(null)}
          onDeleted={() => onChange({ ...search, view: undefined })}
        />
      )}
    </>
  )
}

interface DeleteViewDialogProps {
  view: SavedView
  onClose: () => void
  onDeleted: () => void
}

function DeleteViewDialog({ view, onClose, onDeleted }: DeleteViewDialogProps) {
  const { t } = useLingui()
  const remove = useDeleteView()
  const confirm = () =>
    remove.mutate(view.view_id, {
      onSuccess: () => {
        onDeleted()
        toast(t`The view is deleted.`)
      },
      onSettled: onClose,
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => open || onClose()}
      title={t`Delete "${view.name}"?`}
      action={t`Delete the view`}
      onConfirm={confirm}
      busy={remove.isPending}
      danger
    >
      {view.shared ? (
        <Trans>Nobody in this environment sees it any more. Its shipments stay.</Trans>
      ) : (
        <Trans>Its shipments stay.</Trans>
      )}
    </ConfirmDialog>
  )
}
