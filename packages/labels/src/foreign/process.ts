/** A process that works on foreign files, one job after the other. It is started for a job, and ends when there is none for a while. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { AppError } from '@waybill/contracts/app-error'
import { createFairQueue } from './fair-queue.ts'
import type { Answer, Operations, Question } from './reader.ts'

/** A page takes about 10 ms, and the largest document of a batch less than two seconds. */
const MOST_MS = 8_000
/** A start takes half a second, and longer on a busy machine. */
const MOST_START_MS = 15_000
/** The library that draws pages gives no memory back: a process that keeps more than this after a job is replaced. */
const MOST_KEPT_BYTES = 192 * 1024 * 1024
const IDLE_MS = 30_000
/** Each holds a file of up to 8 MiB. */
const MOST_WAITING = 32

/** The file cannot be read, or not within the limits. */
export class UnreadableLabel extends Error {
  /** Whether it took the process with it. */
  readonly isCostly: boolean

  constructor(message: string, { isCostly }: { isCostly: boolean }) {
    super(message)
    this.isCostly = isCostly
  }
}

type Call = <Name extends keyof Operations>(
  name: Name,
  given: Parameters<Operations[Name]>[0],
) => Promise<Awaited<ReturnType<Operations[Name]>>>

interface Reader {
  /** Runs a job of one or more calls, all to one process, when it is the turn of its environment. */
  run<T>(environmentId: string, job: (call: Call) => Promise<T>): Promise<T>
}

/** `mostMs` and `mostStartMs`: for tests. */
export function createReader({ mostMs = MOST_MS, mostStartMs = MOST_START_MS } = {}): Reader {
  let current: ChildProcess | undefined
  let keptBytes = 0
  let idle: NodeJS.Timeout | undefined
  const queue = createFairQueue(MOST_WAITING)

  /** The next job gets a new one. */
  function end(): void {
    current?.kill('SIGKILL')
    current = undefined
  }

  /** Resolves when it listens: the time of the start is not that of a file. */
  async function start(): Promise<ChildProcess> {
    const failure = new AbortController()
    const deadline = setTimeout(() => failure.abort(), mostStartMs)
    let started: ChildProcess | undefined
    try {
      started = forkReader()
      started.once('exit', () => failure.abort())
      await once(started, 'message', { signal: failure.signal })
      return started
    } catch (cause) {
      started?.kill('SIGKILL')
      throw unavailable(cause)
    } finally {
      clearTimeout(deadline)
    }
  }

  function ask(asked: ChildProcess, question: Question): Promise<unknown> {
    return new Promise((resolve, reject) => {
      let reason: string | undefined
      const settle = (work: () => void) => {
        clearTimeout(deadline)
        asked.off('message', onAnswer).off('exit', onExit)
        work()
      }
      const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
        settle(() => reject(new UnreadableLabel(reason ?? explain(signal ?? code), { isCostly: true })))
      // The exit of the process ends the call: what it has taken is given back before the next file is read.
      const giveUp = (why: string) => {
        reason = why
        asked.kill('SIGKILL')
      }
      const onAnswer = (answer: Answer) => {
        keptBytes = answer.keptBytes
        if (!('error' in answer)) settle(() => resolve(answer.result))
        else if (answer.isBroken) giveUp(answer.error)
        else settle(() => reject(new UnreadableLabel(answer.error, { isCostly: false })))
      }
      const deadline = setTimeout(() => giveUp(`takes longer than ${mostMs / 1_000} s`), mostMs)
      asked.on('message', onAnswer).on('exit', onExit)
      // A process that has ended takes none, and its exit follows.
      asked.send(question, () => {})
    })
  }

  async function perform<T>(job: (call: Call) => Promise<T>): Promise<T> {
    clearTimeout(idle)
    const asked = current?.exitCode === null && current.signalCode === null ? current : await start()
    current = asked
    try {
      return await job(((name: string, given: unknown) => {
        // Else its exit would never come.
        if (asked.exitCode !== null || asked.signalCode !== null) throw unavailable()
        return ask(asked, { name, given } as Question)
      }) as Call)
    } finally {
      if (keptBytes > MOST_KEPT_BYTES) end()
      idle = setTimeout(() => queue.size() === 0 && end(), IDLE_MS).unref()
    }
  }

  return { run: (environmentId, job) => queue.add(environmentId, () => perform(job)) }
}

function forkReader(): ChildProcess {
  const started = fork(fileURLToPath(new URL('./reader.ts', import.meta.url)), {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    // It knows no secret of the service.
    env: {},
    execArgv: ['--max-old-space-size=256'],
  })
  // A failed start or signal; what waits for an answer has its own listener.
  started.on('error', () => {})
  // It delays no end of this process: a call holds it by its deadline.
  started.unref()
  started.channel?.unref()
  return started
}

/** Its watch ends a reader by SIGKILL, as the operating system does, and V8 by SIGABRT at the end of its heap. */
const explain = (end: NodeJS.Signals | number | null): string =>
  end === 'SIGKILL' || end === 'SIGABRT' ? 'needs too much memory' : `ended its reader (${end})`

const unavailable = (cause?: unknown): AppError =>
  new AppError('service_unavailable', 'Labels cannot be read at the moment. Retry in 5 s.', {
    retryAfterSeconds: 5,
    cause,
  })
