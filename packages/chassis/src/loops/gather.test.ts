import { expect, test } from 'vitest'
import { gather } from './gather.ts'

/** Records the items of each call; returns the double of each number. */
function doubling() {
  const calls: number[][] = []
  const work = (items: number[]) => {
    calls.push(items)
    return items.map(async (item) => item * 2)
  }
  return { calls, work }
}

test('combines the calls of one event-loop turn, and gives each its result', async () => {
  const { calls, work } = doubling()
  const double = gather({ work, maxItems: 10 })
  expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6])
  expect(await double(4)).toBe(8)
  expect(calls).toEqual([[1, 2, 3], [4]])
})

test('limits the items and the size of a call, and sends a large item alone', async () => {
  const { calls, work } = doubling()
  const double = gather({ work, maxItems: 3, maxSize: 10, measureSize: (item: number) => item })
  await Promise.all([1, 2, 3, 4, 8, 5, 99, 1].map(double))
  expect(calls).toEqual([[1, 2, 3], [4], [8], [5], [99], [1]])
})

test('combines items that arrive at the concurrency limit in the next call', async () => {
  const calls: number[][] = []
  const gates: (() => void)[] = []
  const wait = gather({
    maxItems: 10,
    concurrency: 1,
    work(items: number[]) {
      calls.push(items)
      const gate = new Promise<void>((resolve) => gates.push(resolve))
      return items.map((item) => gate.then(() => item))
    },
  })
  const first = wait(1)
  await expect.poll(() => calls.length).toBe(1)
  const others = [wait(2), wait(3)]
  gates.shift()?.()
  await first
  await expect.poll(() => calls).toEqual([[1], [2, 3]])
  gates.shift()?.()
  expect(await Promise.all(others)).toEqual([2, 3])
})

test('settles each item as soon as its promise settles', async () => {
  const slow = Promise.withResolvers<number>()
  const call = gather({
    maxItems: 10,
    work: (items: number[]) => items.map((item) => (item === 1 ? slow.promise : Promise.resolve(item))),
  })
  const [first, second] = [call(1), call(2)]
  expect(await second).toBe(2)
  slow.resolve(1)
  expect(await first).toBe(1)
})

test('fails only the item whose promise rejects, and all items when the work throws', async () => {
  let isDown = true
  const call = gather({
    maxItems: 10,
    work(items: number[]) {
      if (isDown) throw new Error('down')
      return items.map(async (item) => {
        if (item === 2) throw new Error('two')
        return item
      })
    },
  })
  const statuses = async (...items: number[]) => (await Promise.allSettled(items.map(call))).map(({ status }) => status)
  expect(await statuses(1, 2)).toEqual(['rejected', 'rejected'])
  isDown = false
  expect(await statuses(1, 2, 3)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('fails an item for which the work returns no promise', async () => {
  const call = gather<number, number>({ maxItems: 10, work: () => [] })
  await expect(call(1)).rejects.toThrow('returned no promise')
})
