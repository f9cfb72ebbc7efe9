import { expect, test } from 'vitest'
import { createTurns } from './turns.ts'

const LARGE = 100 * 1024

test('large bodies that arrive together are parsed in different turns of the event loop', async () => {
  const turn = createTurns()
  let current = 0
  const next = () => {
    current += 1
    if (current < 50) setImmediate(next)
  }
  setImmediate(next)
  const turns = await Promise.all(Array.from({ length: 5 }, () => turn(LARGE).then(() => current)))
  expect(new Set(turns).size).toBe(5)
  expect(turns).toEqual(turns.toSorted((a, b) => a - b))
})

test('a short body does not wait for large ones', async () => {
  const turn = createTurns()
  const order: string[] = []
  const waiting = [turn(LARGE), turn(LARGE)].map((one) => one.then(() => order.push('large')))
  await turn(1_000).then(() => order.push('short'))
  await Promise.all(waiting)
  expect(order).toEqual(['short', 'large', 'large'])
})
