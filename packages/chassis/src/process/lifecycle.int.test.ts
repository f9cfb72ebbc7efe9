import { eventually } from '@waybill/testing/eventually'
import { expect, test } from 'vitest'
import { startProgram } from '../testing/programs/start-program.ts'

const run = (mode: string, stopLimitMs = 200) =>
  startProgram('lifecycle', { MODE: mode, STOP_LIMIT_MS: String(stopLimitMs) })
const messages = (program: ReturnType<typeof run>) => program.lines.map(({ msg }) => msg)

for (const signal of ['SIGTERM', 'SIGINT'] as const) {
  test(`stops once on ${signal} and exits with 0`, async () => {
    const program = run('nothing')
    await program.line(({ msg }) => msg === 'service.started')
    program.child.kill(signal)
    expect(await program.exited).toEqual({ code: 0, signal: null })
    expect(messages(program)).toEqual(['service.started', 'stop.called', 'service.stopped'])
  })
}

test('exits with 1 when stopping takes longer than its limit', async () => {
  const program = run('hang')
  await program.line(({ msg }) => msg === 'service.started')
  program.child.kill('SIGTERM')
  expect(await program.exited).toEqual({ code: 1, signal: null })
  expect(messages(program)).toContain('service.stop_timed_out')
})

test('exits at once on a second signal', async () => {
  const program = run('hang', 10_000)
  await program.line(({ msg }) => msg === 'service.started')
  program.child.kill('SIGTERM')
  await program.line(({ msg }) => msg === 'stop.called')
  await eventually(() => {
    program.child.kill('SIGTERM')
    expect(program.child.exitCode).toBe(130)
  })
  expect(messages(program)).not.toContain('service.stop_timed_out')
})

test('treats copies of a signal, as sent by both a terminal and npm, as one', async () => {
  const program = run('nothing')
  await program.line(({ msg }) => msg === 'service.started')
  for (const signal of ['SIGINT', 'SIGINT', 'SIGTERM'] as const) program.child.kill(signal)
  expect(await program.exited).toEqual({ code: 0, signal: null })
  expect(messages(program)).toContain('service.stopped')
})

test('stops in order when the signal arrives during the start', async () => {
  const program = run('slow_start')
  await program.line(({ msg }) => msg === 'start.entered')
  program.child.kill('SIGTERM')
  expect(await program.exited).toEqual({ code: 0, signal: null })
  expect(messages(program)).toEqual(['start.entered', 'stop.called', 'service.stopped'])
})

test('logs the reason when it cannot start', async () => {
  const program = run('start')
  expect(await program.exited).toEqual({ code: 1, signal: null })
  expect(program.lines).toMatchObject([
    { level: 'fatal', msg: 'service.start_failed', err: { message: 'no database' } },
  ])
})

for (const mode of ['crash', 'reject']) {
  test(`logs an unhandled error (${mode})`, async () => {
    const program = run(mode)
    expect(await program.exited).toEqual({ code: 1, signal: null })
    expect(program.lines.at(-1)).toMatchObject({ level: 'fatal', msg: 'service.crashed', err: { message: 'boom' } })
  })
}
