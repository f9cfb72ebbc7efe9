/** The version of a stored thing that a form saves on. */
import { isStale } from './stale.ts'

/**
 * Saves on the version that was loaded with the values of the form, however often the thing is loaded anew behind it: a change
 * by somebody else is a conflict, which the form shows. After that, what was typed is saved on the state that is shown.
 */
export function createSaving(opened: string | null) {
  let isConflictShown = false
  return async <T>(shown: string | null, save: (etag: string | null) => Promise<T>): Promise<T> => {
    try {
      return await save(isConflictShown ? shown : opened)
    } catch (error) {
      if (isStale(error)) isConflictShown = true
      throw error
    }
  }
}
