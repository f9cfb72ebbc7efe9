import { expect, test } from 'vitest'
import { createDrain } from './drain.ts'

test('finishes without an abort before the limit if the sends end', async () => {
  const drain = createDrain(60_000)
  const abortedAtIdle: boolean[] = []
  await drain.finish(async () => abortedAtIdle.push(drain.signal.aborted))
  expect(abortedAtIdle).toEqual([false, true])
})

test('aborts the sends that outlast the limit and waits for them', async () => {
  const drain = createDrain(0)
  const aborted = new Promise<void>((resolve) => drain.signal.addEventListener('abort', () => resolve()))
  await drain.finish(() => aborted)
  expect(drain.signal.aborted).toBe(true)
})

test('is started once finish or start is called', () => {
  const drain = createDrain(60_000)
  expect(drain.isStarted).toBe(false)
  drain.start()
  expect(drain.isStarted).toBe(true)
})
