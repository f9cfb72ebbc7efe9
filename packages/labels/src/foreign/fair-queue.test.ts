import { expect, test } from 'vitest'
import { createFairQueue } from './fair-queue.ts'

const isRefused = { code: 'service_unavailable' }

test('environments take turns, each in the order of its jobs, and a job that fails delays nobody', async () => {
  const queue = createFairQueue(32)
  const done: string[] = []
  const add = (environmentId: string, name: string) =>
    queue.add(environmentId, async () => {
      done.push(name)
      if (name === 'a2') throw new Error('unreadable')
      return name
    })
  const outcomes = await Promise.allSettled([
    ...['a1', 'a2', 'a3', 'a4'].map((name) => add('a', name)),
    ...['b1', 'b2'].map((name) => add('b', name)),
    add('c', 'c1'),
  ])
  expect(done).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true, true, true])
  expect(queue.size()).toBe(0)
})

test('an environment with slow jobs leaves room for others, who leave room for more', async () => {
  const queue = createFairQueue(8)
  const { promise, resolve } = Promise.withResolvers<void>()
  const fill = async (environmentId: string) => {
    const before = queue.size()
    const adding = Array.from({ length: 20 }, () => queue.add(environmentId, () => promise))
    const added = queue.size() - before
    for (const one of adding.slice(added)) await expect(one).rejects.toMatchObject(isRefused)
    return { added, jobs: adding.slice(0, added) }
  }
  const [one, other, third] = [await fill('a'), await fill('b'), await fill('c')]
  expect([one.added, other.added, third.added]).toEqual([4, 2, 1])
  resolve()
  await Promise.all([one, other, third].flatMap(({ jobs }) => jobs))
  expect(queue.size()).toBe(0)
})
