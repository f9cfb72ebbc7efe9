import { useLingui } from '@lingui/react/macro'
import { toast, toastError } from '../../ui/toast.tsx'

interface UndoableDelete<T> {
  remove: (thing: T) => Promise<unknown>
  /** Makes the same again. The key makes it once, however often somebody asks. */
  restore: (thing: T, key: string) => Promise<unknown>
  getName: (thing: T) => string
}

/** Deletes at once, without a question; the message of it has an undo. */
export function useUndoableDelete<T>({ remove, restore, getName }: UndoableDelete<T>): (thing: T) => Promise<void> {
  const { t } = useLingui()
  return async (thing) => {
    const name = getName(thing)
    const key = crypto.randomUUID()
    const undo = async () => {
      try {
        await restore(thing, key)
        toast(t`${name} is back.`)
      } catch (error) {
        toastError(error)
      }
    }
    try {
      await remove(thing)
      toast(t`${name} is deleted.`, { label: t`Undo`, run: () => void undo() })
    } catch (error) {
      toastError(error)
    }
  }
}
