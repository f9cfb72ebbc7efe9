import type { Channel, ConsumeMessage } from 'amqplib'

/** How long an acknowledgement waits for others. A message whose acknowledgement is lost is delivered again. */
const GATHER_MS = 20

interface Acknowledgements {
  /** Call it for every message of the channel, in the order of delivery. */
  note(message: ConsumeMessage): void
  /** Acknowledges the message soon, together with others. */
  ack(message: ConsumeMessage): void
  /** Moves the message to the dead-letter queue. */
  reject(message: ConsumeMessage): void
  /** Sends at once what waits. */
  flush(): void
  /** Sends what waits, and nothing after that: the channel is about to close. */
  end(): void
}

/**
 * Acknowledges the messages of a channel, of which the broker sends `atOnce` before it waits for acknowledgements: when a
 * quarter of them is done, or after 20 ms. One acknowledgement covers all messages up to the first one in progress, since
 * a quorum queue writes every acknowledgement to its log. After the channel is closed nothing is sent: the broker
 * redelivers its messages.
 */
export function createAcknowledgements(channel: Channel, atOnce: number): Acknowledgements {
  const mostWaiting = Math.max(1, Math.floor(atOnce / 4))
  /** In the order of delivery. */
  const unacknowledged = new Set<ConsumeMessage>()
  const done = new Set<ConsumeMessage>()
  let isOpen = true
  let timer: NodeJS.Timeout | undefined
  channel.once('close', () => {
    isOpen = false
    clearTimeout(timer)
  })

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (!isOpen) return
    let last: ConsumeMessage | undefined
    for (const message of unacknowledged) {
      if (!done.delete(message)) break
      unacknowledged.delete(message)
      last = message
    }
    if (last) channel.ack(last, true)
    for (const message of done) {
      unacknowledged.delete(message)
      channel.ack(message)
    }
    done.clear()
  }

  return {
    note: (message) => void unacknowledged.add(message),
    ack(message) {
      done.add(message)
      if (done.size === mostWaiting)
        setImmediate(flush) // together with others of this turn
      else if (isOpen) timer ??= setTimeout(flush, GATHER_MS)
    },
    reject(message) {
      unacknowledged.delete(message)
      if (isOpen) channel.nack(message, false, false)
    },
    flush,
    end() {
      flush()
      isOpen = false
    },
  }
}
