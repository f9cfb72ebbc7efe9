/** Names and words. Functions are verbs or plain nouns, as docs/architecture.md says; texts are plain English. */
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

const files = sourceFiles('{*.ts,{apps,packages,scripts,tests,deploy,docs}/**/*.{ts,tsx,mjs,css,proto,md}}').filter(
  ({ path }) => path !== 'tests/rules/code/names.test.ts',
)

const findLines = (text: string, pattern: RegExp): number[] =>
  [...text.matchAll(pattern)].map(({ index }) => text.slice(0, index).split('\n').length)

/** The first words of a comment; the lines after the first one go on with a sentence. */
const BEGINNING = /(?:\/\*\*?\s+(?:\*\s+)?|(?<!\/\/[^\n]*\n\s*|:)\/\/ )(?:Of|What|Whose|That|Whatever|Whoever|Whom)\b/g

test('no comment begins with a relative clause', () => {
  expect(files.flatMap(({ path, text }) => findLines(text, BEGINNING).map((line) => `${path}:${line}`))).toEqual([])
})

/** Across the end of a line, too. */
const STILTED = /\b(?:meanwhile|whoever|in[\s*/]+vain|(?:is|are)[\s*/]+told|of[\s*/]+(?:its|their)[\s*/]+own)\b/gi

test('no text has words that read as translated', () => {
  expect(files.flatMap(({ path, text }) => findLines(text, STILTED).map((line) => `${path}:${line}`))).toEqual([])
})
