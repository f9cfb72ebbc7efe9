/** Functions are verbs or plain nouns, as docs/architecture.md says. */
import { expect, test } from 'vitest'
import { getCode, sourceFiles } from './source-files.ts'

/** Keywords of JSON Schema and methods of the language; `oneOf` and `isOf` in English. */
const allowed = new Set([
  'anyOf',
  'allOf',
  'oneOf',
  'isOf',
  'isZoneOf',
  'isShownOf',
  'keepDraftsOf',
  'valueOf',
  'typeOf',
])
const DEFINED = /\b(?:function\*?|const|let)\s+([a-z]\w*Of)\b|^\s+(?:async\s+\*?)?([a-z]\w*Of)(?:\(.*\{$|: )/gm

test('no function is named xOf', () => {
  const found = sourceFiles('{apps,packages,scripts,tests,deploy}/**/*.{ts,tsx,mjs}').flatMap(({ path, text }) =>
    [...getCode(text).matchAll(DEFINED)].map(([, name, other]) => ({ path, name: name ?? other ?? '' })),
  )
  expect(found.filter(({ name }) => !allowed.has(name))).toEqual([])
})
