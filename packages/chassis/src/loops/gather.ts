import { context } from '@opentelemetry/api'

interface GatherOptions<Item, Result> {
  /** Returns a promise for each item, in order. */
  work: (items: Item[]) => Promise<Result>[]
  /** Maximum items per call of `work`. */
  maxItems: number
  /** Maximum sum of `measureSize` per call. A larger item goes alone. */
  maxSize?: number
  measureSize?: (item: Item) => number
  /** Concurrent calls of `work`; further items wait for the next one. Default: unlimited. */
  concurrency?: number
}

/**
 * Batches calls: returns a function of one item that combines waiting calls into one call of `work`.
 * Calls within one turn of the event loop form a batch, so a single call waits only for the end of its turn. With a
 * `concurrency`, batches grow with the load. A call of `work` counts until the last of its promises settles.
 * `work` runs in the trace of its first item.
 */
export function gather<Item, Result>(options: GatherOptions<Item, Result>): (item: Item) => Promise<Result> {
  const { work, maxItems, maxSize = Number.POSITIVE_INFINITY, measureSize = () => 0 } = options
  const { concurrency = Number.POSITIVE_INFINITY } = options
  const waiting: Waiting<Item, Result>[] = []
  let underWay = 0
  let isScheduled = false

  function schedule(): void {
    if (isScheduled || waiting.length === 0 || underWay >= concurrency) return
    isScheduled = true
    setImmediate(start)
  }

  function start(): void {
    isScheduled = false
    while (waiting.length > 0 && underWay < concurrency) {
      const batch = take()
      underWay += 1
      void context.with(batch[0]?.context ?? context.active(), run, undefined, batch).finally(() => {
        underWay -= 1
        schedule()
      })
    }
  }

  function take(): Waiting<Item, Result>[] {
    let count = 0
    for (let size = 0; count < waiting.length && count < maxItems; count++) {
      size += measureSize((waiting[count] as Waiting<Item, Result>).item)
      if (size > maxSize && count > 0) break
    }
    return waiting.splice(0, count)
  }

  async function run(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = work(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) {
        resolve(results[index] ?? Promise.reject(new Error('work returned no promise for this item')))
      }
      await Promise.allSettled(results)
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, context: context.active(), resolve, reject })
      schedule()
    })
}

interface Waiting<Item, Result> {
  item: Item
  context: ReturnType<typeof context.active>
  resolve(result: Promise<Result>): void
  reject(reason: unknown): void
}
