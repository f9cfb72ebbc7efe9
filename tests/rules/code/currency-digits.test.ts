/** The digits of currencies come from the table of ISO 4217 in contracts. */
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** It writes numbers for people, in their locale; amounts come with their digits. */
const CONSOLE = /^apps\/console\//

/** Formats with the digits that an amount has. */
const SDK = 'packages/sdk/src/money.ts'

test('no digits of currencies come from Intl, which changes with the version of Node', () => {
  const found = sourceFiles()
    .filter(({ path, isTest }) => !isTest && !CONSOLE.test(path) && path !== SDK)
    .filter(({ text }) => /Intl\.NumberFormat|FractionDigits/.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
