import { type ReactNode, useState } from 'react'
import { toast } from '../ui/toast.tsx'
import { createSaving } from './base-version.ts'
import { dropDraft } from './draft.ts'
import { versionKey } from './version-key.ts'

/** Props of a form in a sheet, for adding and for changing. */
export interface SheetFormProps<T> {
  title: ReactNode
  action: ReactNode
  defaultValues: T
  draftKey: string
  submit: (values: T, key: string) => Promise<void>
  onClose: () => void
}

interface Edit<T> {
  /** The stored thing. */
  values: () => T
  etag: string | null
  draftKey: string
  save: (change: { before: T; values: T; etag: string | null; key: string }) => Promise<unknown>
  /** The message after saving. */
  done: string
  onClose: () => void
}

/** The change of a stored thing in a sheet: saved on the version that was loaded; closing the sheet drops what was typed. */
export function useEdit<T>(edit: Edit<T>): Omit<SheetFormProps<T>, 'title' | 'action'> {
  const { values: stored, etag, draftKey, save, done } = edit
  const [before] = useState(stored)
  const [saveOn] = useState(() => createSaving(etag))
  return {
    defaultValues: before,
    draftKey,
    async submit(values, key) {
      await saveOn(etag, (base) => save({ before, values, etag: base, key: versionKey(key, base) }))
      toast(done)
      edit.onClose()
    },
    onClose: () => {
      dropDraft(draftKey)
      edit.onClose()
    },
  }
}
