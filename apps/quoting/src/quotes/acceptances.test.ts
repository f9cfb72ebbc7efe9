import { expect, test } from 'vitest'
import { createAcceptances } from './acceptances.ts'

const option = { environmentId: 'env_1', optionId: 'qop_1' }

test('an option is accepted once its acceptance has ended without an error', async () => {
  const acceptances = createAcceptances()
  expect(await acceptances.has(option)).toBe(false)
  const failing = acceptances.during(option, () => Promise.reject(new Error('no')))
  const [during] = await Promise.all([acceptances.has(option), failing.catch(() => {})])
  expect(during).toBe(false)

  const { promise, resolve } = Promise.withResolvers<string>()
  const accepting = acceptances.during(option, () => promise)
  const asked = acceptances.has(option)
  resolve('quote')
  expect(await accepting).toBe('quote')
  expect(await asked).toBe(true)
  expect(await acceptances.has({ ...option, environmentId: 'env_2' })).toBe(false)
})
