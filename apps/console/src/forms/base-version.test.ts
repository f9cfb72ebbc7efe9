import { WaybillError } from '@waybill/sdk'
import { expect, test } from 'vitest'
import { createSaving } from './base-version.ts'

/** A stored thing that refuses a change of another version than its own. */
function aThing(version: string) {
  return async (etag: string | null) => {
    if (etag !== version) throw new WaybillError({ code: 'version_conflict', message: 'It has changed.' })
    return 'saved'
  }
}

test('a change by somebody else while the form is open is a conflict, and is saved over only once it was shown', async () => {
  const save = createSaving('1')
  // The page behind the form has loaded version 2 by itself.
  await expect(save('2', aThing('2'))).rejects.toThrow('It has changed.')
  await expect(save('2', aThing('2'))).resolves.toBe('saved')
})

test('a form that nobody has overtaken saves on the version that it has opened', async () => {
  await expect(createSaving('1')('1', aThing('1'))).resolves.toBe('saved')
})
