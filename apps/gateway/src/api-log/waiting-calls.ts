/** Pure: calls that wait to be written, with a bound for each environment and one for all. */

interface Queue<Item> {
  items: Item[]
  bytes: number
}

interface Bounds {
  perEnvironment: { items: number; bytes: number }
  allBytes: number
}

interface WaitingCalls<Item> {
  /** False: there is no room, and the call is dropped. */
  add(item: Item): boolean
  /** Takes up to so many calls, from each environment in turn. */
  take(most: number): Item[]
  /** Puts calls back that could not be written. They have room: nothing else was added in their place. */
  giveBack(items: readonly Item[]): void
  size(): number
}

export function createWaitingCalls<Item extends { environment_id: string }>(
  { perEnvironment, allBytes }: Bounds,
  toBytes: (item: Item) => number,
): WaitingCalls<Item> {
  const queues = new Map<string, Queue<Item>>()
  let bytes = 0
  let size = 0

  const openQueue = (environmentId: string): Queue<Item> => {
    const queue = queues.get(environmentId) ?? { items: [], bytes: 0 }
    queues.set(environmentId, queue)
    return queue
  }

  function put(queue: Queue<Item>, item: Item): void {
    const weight = toBytes(item)
    queue.items.push(item)
    queue.bytes += weight
    bytes += weight
    size += 1
  }

  return {
    add(item) {
      const queue = openQueue(item.environment_id)
      const weight = toBytes(item)
      const isFull = queue.items.length >= perEnvironment.items || queue.bytes + weight > perEnvironment.bytes
      if (isFull || bytes + weight > allBytes) return false
      put(queue, item)
      return true
    },
    take(most) {
      const taken: Item[] = []
      while (taken.length < most && queues.size > 0) {
        const share = Math.max(1, Math.floor((most - taken.length) / queues.size))
        for (const [environmentId, queue] of queues) {
          const some = queue.items.splice(0, Math.min(share, most - taken.length))
          const weight = some.reduce((sum, item) => sum + toBytes(item), 0)
          queue.bytes -= weight
          bytes -= weight
          size -= some.length
          taken.push(...some)
          if (queue.items.length === 0) queues.delete(environmentId)
        }
      }
      return taken
    },
    giveBack(items) {
      for (const item of items) put(openQueue(item.environment_id), item)
    },
    size: () => size,
  }
}
