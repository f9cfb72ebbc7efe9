import { expect, test } from 'vitest'
import type { Failed } from '../carrier-outcomes.ts'
import { readTogether } from './grouped-reads.ts'

test('all items are read, 20 at once, and the results are in their order', async () => {
  const items = Array.from({ length: 45 }, (_, index) => index)
  let underWay = 0
  let most = 0
  const { results, failure } = await readTogether(items, async (item) => {
    most = Math.max(most, ++underWay)
    for (let turn = item % 3; turn >= 0; turn--) await Promise.resolve()
    underWay--
    return { kind: 'read', item }
  })
  expect(results.map(({ item }) => item)).toEqual(items)
  expect({ most, failure }).toEqual({ most: 20, failure: null })
})

test('after a failure, its group is the last one that is read', async () => {
  const failed = { kind: 'failed', failure: { code: 'timeout' } } as Failed
  const seen: number[] = []
  const read = await readTogether([...Array(45).keys()], async (item) => {
    seen.push(item)
    return item === 21 ? failed : { kind: 'read' }
  })
  expect(seen).toHaveLength(40)
  expect(read.results).toHaveLength(39)
  expect(read.failure).toBe(failed.failure)
})
