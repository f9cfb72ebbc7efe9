/** The codes of a field's error are listed, with a meaning, where developers look for them. */
import { isDetailCode } from '@waybill/contracts/requests/detail-codes'
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

test('zod checks use listed codes: others would be shown as invalid', () => {
  const used = sourceFiles().flatMap((file) =>
    [...file.text.matchAll(/params: \{ code: '(\w+)'/g)].map(([, code]) => ({ path: file.path, code })),
  )
  expect(used).not.toEqual([])
  expect(used.filter(({ code }) => !isDetailCode(code))).toEqual([])
})
