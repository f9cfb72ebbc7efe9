/** The digits of currencies come from the table of ISO 4217 in contracts. */
import { expect, test } from 'vitest'
import { sourceFiles } from './source-files.ts'

/** The migrations that store with which digits version 0.1 wrote. */
/** It writes numbers for people, in their locale; amounts come with their digits. */
const CONSOLE = /^apps\/console\//
const MIGRATION = /\/migrations\/\d+-currency-digits-before\.ts$/

/** Formats with the digits that an amount has. */
const SDK = 'packages/sdk/src/money.ts'

test('no digits of currencies come from Intl, which changes with the version of Node', () => {
  const found = sourceFiles()
    .filter(({ path, isTest }) => !isTest && !MIGRATION.test(path) && !CONSOLE.test(path) && path !== SDK)
    .filter(({ text }) => /Intl\.NumberFormat|FractionDigits/.test(text))
  expect(found.map(({ path }) => path)).toEqual([])
})
