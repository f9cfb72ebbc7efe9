/** Constants in the query builder's predicates are written into the statement. */
import { expect, test } from 'vitest'
import { sourceFiles } from '../code/source-files.ts'

/** `where('status', '=', 'ready')`, also inside `eb(…)` and `onConflict`: the builder sends the value as a parameter. */
const CONSTANT_AS_PARAMETER = /(?<!Ref)\(\s*'[a-z_.]+',\s*'(?:=|<>|!=|in|not in)',\s*(?:'[^']*'|true|false|\[)/g

/**
 * Statements are prepared, and from the sixth call on Postgres may plan them without looking at the parameters. Then a
 * partial index `where status = 'ready'` cannot serve `status = $1`: the statement scans the table, and an `on conflict`
 * fails with 42P10.
 */
test('a constant in a predicate is `sql.lit(…)`, so that a generic plan can use partial indexes', () => {
  const found = sourceFiles()
    .filter(({ isTest }) => !isTest)
    .flatMap(({ path, text }) => [...text.matchAll(CONSTANT_AS_PARAMETER)].map(([match]) => `${path}: ${match}`))
  expect(found).toEqual([])
})
