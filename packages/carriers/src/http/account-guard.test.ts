import { expect, test } from 'vitest'
import { createAccountGuards } from './account-guard.ts'

const never = new AbortController().signal
type Result = { kind: 'answered'; status: number } | { kind: 'unknown'; code: string }
const answered = (status: number) => async (): Promise<Result> => ({ kind: 'answered', status })
const broken = (code: string) => async (): Promise<Result> => ({ kind: 'unknown', code })

async function repeat(times: number, call: () => Promise<unknown>): Promise<void> {
  for (let turn = 0; turn < times; turn++) await call()
}

test.for([
  ['a 500', answered(500)],
  ['a broken connection', broken('connection_broken')],
  ['a timeout', broken('timeout')],
] as const)('%s ten times in a row opens the circuit', async ([, send]) => {
  const guard = createAccountGuards()('cac_1')
  await repeat(10, () => guard(never, send))
  expect(await guard(never, answered(200))).toMatchObject({ kind: 'not_sent', code: 'circuit_open' })
})

test.for([
  ['refusals', answered(422)],
  ['429s', answered(429)],
  ['calls aborted by the caller', broken('aborted')],
] as const)('%s leave the circuit closed', async ([, send]) => {
  const guard = createAccountGuards()('cac_1')
  await repeat(30, () => guard(never, send))
  expect(await guard(never, answered(200))).toEqual({ kind: 'answered', status: 200 })
})

test('a success between failures keeps the circuit closed', async () => {
  const guard = createAccountGuards()('cac_1')
  await repeat(9, () => guard(never, answered(500)))
  await guard(never, answered(200))
  await repeat(9, () => guard(never, answered(500)))
  expect(await guard(never, answered(200))).toEqual({ kind: 'answered', status: 200 })
})

test('accounts share neither guard nor circuit', async () => {
  const guards = createAccountGuards()
  await repeat(10, () => guards('cac_1')(never, answered(500)))
  expect(await guards('cac_1')(never, answered(200))).toMatchObject({ code: 'circuit_open' })
  expect(await guards('cac_2')(never, answered(200))).toEqual({ kind: 'answered', status: 200 })
  expect(guards('cac_2')).toBe(guards('cac_2'))
})

test('at most 64 calls are sent at once and 256 wait; more are not sent', async () => {
  const guard = createAccountGuards()('cac_1')
  let sent = 0
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const calls = Array.from({ length: 64 + 256 }, () =>
    guard(never, async () => {
      sent++
      await released
      return { kind: 'answered' as const, status: 200 }
    }),
  )
  await Promise.resolve()
  expect(sent).toBe(64)
  expect(await guard(never, answered(200))).toMatchObject({ kind: 'not_sent', code: 'too_many_calls' })
  release()
  await Promise.all(calls)
  expect(sent).toBe(64 + 256)
})

test('an exception of the call is passed on', async () => {
  const guard = createAccountGuards()('cac_1')
  await expect(guard(never, () => Promise.reject(new TypeError('a bug')))).rejects.toThrow('a bug')
})
