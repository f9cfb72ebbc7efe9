import { expect, test } from 'vitest'
import { eventually } from './eventually.ts'

test('returns the result of the first attempt that does not throw', async () => {
  let attempts = 0
  const result = await eventually(
    () => {
      attempts += 1
      if (attempts < 3) throw new Error('not yet')
      return attempts
    },
    { intervalMs: 1 },
  )
  expect(result).toBe(3)
})

test('throws the last error when the time is up', async () => {
  let attempts = 0
  const failing = eventually(() => Promise.reject(new Error(`attempt ${++attempts}`)), { timeoutMs: 20, intervalMs: 5 })
  await expect(failing).rejects.toThrow(/attempt [2-9]/)
})
