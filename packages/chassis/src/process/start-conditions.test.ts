import { expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createStartConditions, StartAborted } from './start-conditions.ts'

/** Conditions whose clock moves on by `stepMs` each time it is read. */
function someConditions(stepMs = 2_000) {
  let nowMs = 0
  const stopping = new AbortController()
  const lines: Record<string, unknown>[] = []
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) }
  const log = createLog({ service: 'test', level: 'info', destination })
  return {
    startConditions: createStartConditions({ log, signal: stopping.signal, now: () => (nowMs += stepMs) }),
    lines,
    stop: () => stopping.abort(),
  }
}

test('does not log a condition that is met at once', async () => {
  const { startConditions, lines } = someConditions()
  expect(await startConditions.until('postgres', async () => 'here')).toBe('here')
  expect(startConditions.unmet()).toEqual([])
  expect(lines).toEqual([])
})

test('logs nothing when processes that start together wait for each other for a moment', async () => {
  const { startConditions, lines } = someConditions(10)
  const refusals = ['refused', 'refused', 'starting up']
  await startConditions.until('postgres', async () => {
    const refusal = refusals.shift()
    if (refusal) throw new Error(refusal)
  })
  expect(lines).toEqual([])
})

test('logs each reason for waiting once, and when the condition is met', async () => {
  const { startConditions, lines } = someConditions()
  const reasons = ['refused', 'refused', 'no such role']
  const waiting = startConditions.until('postgres', async () => {
    const reason = reasons.shift()
    if (reason) throw new Error(reason)
    return 'here'
  })
  expect(startConditions.unmet()).toEqual(['postgres'])
  expect(await waiting).toBe('here')
  expect(startConditions.unmet()).toEqual([])
  expect(lines).toMatchObject([
    { msg: 'need.waiting', level: 'warn', need: 'postgres', reason: 'refused', failures: 1 },
    { msg: 'need.waiting', level: 'warn', need: 'postgres', reason: 'no such role', failures: 3 },
    { msg: 'need.met', level: 'info', need: 'postgres' },
  ])
})

test('ends the start on a permanent error', async () => {
  const { startConditions } = someConditions()
  const broken = startConditions.until(
    'migrations',
    () => Promise.reject(new Error('syntax error')),
    () => true,
  )
  await expect(broken).rejects.toThrow('syntax error')
})

test('ends the wait on abort, even during an attempt', async () => {
  const { startConditions, stop } = someConditions()
  const waiting = startConditions.until('postgres', () => new Promise(() => {}))
  stop()
  await expect(waiting).rejects.toThrow(StartAborted)
  await expect(startConditions.until('redis', async () => 'here')).rejects.toThrow(StartAborted)
})

test('logs the first of several refused addresses, and both an error and its cause', async () => {
  const { startConditions, lines } = someConditions()
  const refusals = [
    new AggregateError([new Error('ECONNREFUSED ::1'), new Error('ECONNREFUSED 127.0.0.1')]),
    new Error('could not be migrated', { cause: new Error('lock timeout') }),
  ]
  await startConditions.until('postgres', async () => {
    const refusal = refusals.shift()
    if (refusal) throw refusal
  })
  expect(lines.map(({ reason }) => reason)).toEqual([
    'ECONNREFUSED ::1',
    'could not be migrated: lock timeout',
    undefined,
  ])
})
