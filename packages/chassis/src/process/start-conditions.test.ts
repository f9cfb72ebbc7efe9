import { expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createStartConditions, StartAborted } from './start-conditions.ts'

function someNeeds() {
  const stopping = new AbortController()
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ service: 'test', level: 'info', destination })
  return { needs: createStartConditions({ log, signal: stopping.signal }), lines, stop: () => stopping.abort() }
}

test('what is there at once is not waited for and not spoken of', async () => {
  const { needs, lines } = someNeeds()
  expect(await needs.until('postgres', async () => 'here')).toBe('here')
  expect(needs.unmet()).toEqual([])
  expect(lines).toEqual([])
})

test('waiting is told once for each reason, with what is waited for, and when it is over', async () => {
  const { needs, lines } = someNeeds()
  const reasons = ['refused', 'refused', 'no such role']
  const waiting = needs.until('postgres', async () => {
    const reason = reasons.shift()
    if (reason) throw new Error(reason)
    return 'here'
  })
  expect(needs.unmet()).toEqual(['postgres'])
  expect(await waiting).toBe('here')
  expect(needs.unmet()).toEqual([])
  expect(lines).toMatchObject([
    { msg: 'need.waiting', level: 'warn', need: 'postgres', reason: 'refused', failures: 1 },
    { msg: 'need.waiting', level: 'warn', need: 'postgres', reason: 'no such role', failures: 3 },
    { msg: 'need.met', level: 'info', need: 'postgres' },
  ])
})

test('what no waiting will change ends the start', async () => {
  const { needs } = someNeeds()
  const broken = needs.until(
    'migrations',
    () => Promise.reject(new Error('syntax error')),
    () => true,
  )
  await expect(broken).rejects.toThrow('syntax error')
})

test('a process told to stop waits no longer, not even for an attempt under way', async () => {
  const { needs, stop } = someNeeds()
  const waiting = needs.until('postgres', () => new Promise(() => {}))
  stop()
  await expect(waiting).rejects.toThrow(StartAborted)
  await expect(needs.until('redis', async () => 'here')).rejects.toThrow(StartAborted)
})

test('of several addresses that refuse, the first is told; of an error with a cause, both', async () => {
  const { needs, lines } = someNeeds()
  const refusals = [
    new AggregateError([new Error('ECONNREFUSED ::1'), new Error('ECONNREFUSED 127.0.0.1')]),
    new Error('could not be migrated', { cause: new Error('lock timeout') }),
  ]
  await needs.until('postgres', async () => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
  })
  expect(lines.map(({ reason }) => reason)).toEqual([
    'ECONNREFUSED ::1',
    'could not be migrated: lock timeout',
    undefined,
  ])
})
