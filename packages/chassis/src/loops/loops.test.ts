import { AppError } from '@waybill/contracts/app-error'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { startLoop } from './loops.ts'

const log = createLog({ service: 'test', level: 'silent' })
const HOUR_MS = 3_600_000

/** Work of a loop; the test finishes each run. */
function stepwise() {
  const runs: { finish(next: 'again' | 'idle' | number): void; fail(error: Error): void }[] = []
  const started: (() => void)[] = []
  return {
    runs,
    work: () => {
      const run = Promise.withResolvers<'again' | 'idle' | number>()
      runs.push({ finish: run.resolve, fail: run.reject })
      for (const notice of started.splice(0)) notice()
      return run.promise
    },
    /** Resolves when the next run has started. */
    next: () => new Promise<void>((resolve) => started.push(resolve)),
  }
}

test('runs again at once after finding work, and pauses until nudged when idle', async () => {
  const steps = stepwise()
  const loop = startLoop({ name: 'test', intervalMs: HOUR_MS, work: steps.work, log })

  let next = steps.next()
  steps.runs[0]?.finish('again')
  await next
  steps.runs[1]?.finish('idle')
  await new Promise(setImmediate)
  expect(steps.runs).toHaveLength(2)

  next = steps.next()
  loop.nudge()
  await next
  expect(steps.runs).toHaveLength(3)
  steps.runs[2]?.finish('idle')
  await loop.stop()
})

test('pauses no longer than a run asks for', async () => {
  const steps = stepwise()
  const loop = startLoop({ name: 'test', intervalMs: HOUR_MS, work: steps.work, log })
  const next = steps.next()
  steps.runs[0]?.finish(1)
  await next
  steps.runs[1]?.finish('idle')
  await loop.stop()
})

test('runs once more after a nudge during a run, never two runs at a time', async () => {
  const steps = stepwise()
  const loop = startLoop({ name: 'test', intervalMs: HOUR_MS, work: steps.work, log })

  loop.nudge()
  loop.nudge()
  await new Promise(setImmediate)
  expect(steps.runs).toHaveLength(1)

  const next = steps.next()
  steps.runs[0]?.finish('idle')
  await next
  steps.runs[1]?.finish('idle')
  await new Promise(setImmediate)
  expect(steps.runs).toHaveLength(2)
  await loop.stop()
})

test('continues after an error, and does not shorten the back-off on a nudge', async () => {
  const steps = stepwise()
  const loop = startLoop({ name: 'test', intervalMs: 1, work: steps.work, log })
  const next = steps.next()
  steps.runs[0]?.fail(new Error('database down'))
  await new Promise(setImmediate)
  loop.nudge()
  await new Promise(setImmediate)
  expect(steps.runs).toHaveLength(1)

  await next // after 100 ms at most
  steps.runs[1]?.finish('idle')
  await loop.stop()
})

test('aborts the signal of the current run and waits for it on stop', async () => {
  const events: string[] = []
  const loop = startLoop({
    name: 'test',
    intervalMs: HOUR_MS,
    async work(signal) {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      events.push('run ended')
      return 'again'
    },
    log,
  })
  await loop.stop()
  events.push('stopped')
  expect(events).toEqual(['run ended', 'stopped'])
})

test.each([
  ['the database', () => new Error('Connection terminated due to connection timeout')],
  ['a service', () => new AppError('service_unavailable', 'The quoting service is starting.')],
])('a loop that waits for %s warns in a line, and reports an error once it has waited for long', async (_, fault) => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: Record<string, unknown>[] = []
  const noted = createLog({
    service: 'test',
    level: 'info',
    destination: { write: (line: string) => void lines.push(JSON.parse(line)) },
  })
  const work = () => Promise.reject(fault())
  const loop = startLoop({ name: 'test', intervalMs: HOUR_MS, log: noted, work })
  for (let failures = 1; failures < 5; failures++) await vi.advanceTimersToNextTimerAsync()
  await loop.stop()
  expect(lines.slice(0, 5).map(({ level, err, reason }) => [level, err === undefined, reason])).toEqual([
    ...Array(4).fill(['warn', true, fault().message]),
    ['error', false, undefined],
  ])
})

test('another error is reported at once, with its stack', async () => {
  const line = Promise.withResolvers<Record<string, unknown>>()
  const noted = createLog({
    service: 'test',
    level: 'info',
    destination: { write: (text: string) => line.resolve(JSON.parse(text)) },
  })
  const work = () => Promise.reject(new TypeError('no such thing'))
  const loop = startLoop({ name: 'test', intervalMs: HOUR_MS, log: noted, work })
  expect(await line.promise).toMatchObject({ level: 'error', err: { stack: expect.stringContaining('loops.test.ts') } })
  await loop.stop()
})
