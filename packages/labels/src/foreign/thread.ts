/** A thread that works on foreign files, one job after the other. It is started for a job, and ends when there is none for a while. */
import { Worker } from 'node:worker_threads'
import { createFairQueue } from './fair-queue.ts'
import type { Answer, Operations, Question } from './worker.ts'

/** A page takes about 10 ms, and the largest document of a batch less than two seconds. */
const MOST_MS = 8_000
/** By so much the process may grow during a call: the limits of a thread do not count the bytes of images. */
const MOST_GROWTH_BYTES = 128 * 1024 * 1024
/** The library that draws pages gives no memory back: a thread ends after a job if the process has grown by more since its start. */
const MOST_KEPT_BYTES = 96 * 1024 * 1024
/** Never reached before the other limit: at its end V8 ends the whole process, if the thread cannot be stopped in time. */
const MOST_HEAP_MB = 2_048
const WATCH_EVERY_MS = 10
const IDLE_MS = 60_000
/** Each holds a file of up to 8 MiB. */
const MOST_WAITING = 32

/** The file cannot be read, or not within the limits. */
export class UnreadableLabel extends Error {
  /** Whether it took the thread with it. */
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

interface Thread {
  /** Runs a job of one or more calls when it is the turn of its environment. */
  run<T>(environmentId: string, job: (call: Call) => Promise<T>): Promise<T>
}

/** One call at a time, of all threads: it is clear then for whom the process grows. */
let lastCall: Promise<unknown> = Promise.resolve()

/** `mostMs`: for tests. */
export function createThread({ mostMs = MOST_MS } = {}): Thread {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  const queue = createFairQueue(MOST_WAITING)
  let bytesAtStart = 0

  /** The next job gets a new one. */
  async function end(): Promise<void> {
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  function start(): Worker {
    bytesAtStart = process.memoryUsage.rss()
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MOST_HEAP_MB },
      stdout: true,
      stderr: true,
      env: {},
      execArgv: [],
    })
    // Errors outside of a call; what waits for an answer has its own listener.
    started.on('error', () => {})
    return started
  }

  function ask(question: Question): Promise<unknown> {
    worker ??= start()
    const mostBytes = process.memoryUsage.rss() + MOST_GROWTH_BYTES
    const asked = worker
    return new Promise((resolve, reject) => {
      const settle = (work: () => void) => {
        clearTimeout(deadline)
        clearInterval(watch)
        asked.off('message', onAnswer).off('error', onError).off('exit', onExit)
        asked.unref()
        work()
      }
      const fail = (reason: string, isBroken = true) =>
        settle(() => {
          // The memory of the thread is given back before the next call is measured.
          const ended = isBroken && worker === asked ? end() : Promise.resolve()
          void ended.finally(() => reject(new UnreadableLabel(reason, { isCostly: isBroken })))
        })
      const onAnswer = (answer: Answer) =>
        'error' in answer ? fail(answer.error, answer.isBroken) : settle(() => resolve(answer.result))
      const onError = (error: Error & { code?: string }) =>
        fail(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'needs too much memory' : error.message)
      const onExit = () => fail('the thread ended')
      const deadline = setTimeout(() => fail(`takes longer than ${mostMs / 1_000} s`), mostMs)
      const watch = setInterval(() => {
        if (process.memoryUsage.rss() > mostBytes) fail('needs too much memory')
      }, WATCH_EVERY_MS)
      asked.ref()
      asked.on('message', onAnswer).on('error', onError).on('exit', onExit)
      asked.postMessage(question)
    })
  }

  async function perform<T>(job: (call: Call) => Promise<T>): Promise<T> {
    clearTimeout(idle)
    const call = (name: string, given: unknown) => {
      const asked = lastCall.then(() => ask({ name, given } as Question))
      lastCall = asked.catch(() => {})
      return asked
    }
    try {
      return await job(call as Call)
    } finally {
      if (process.memoryUsage.rss() > bytesAtStart + MOST_KEPT_BYTES) await end()
      idle = setTimeout(() => queue.size() === 0 && void end(), IDLE_MS).unref()
    }
  }

  return { run: (environmentId, job) => queue.add(environmentId, () => perform(job)) }
}
