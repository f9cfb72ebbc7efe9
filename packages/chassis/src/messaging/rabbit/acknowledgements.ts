import type { Channel, ConsumeMessage } from 'amqplib'

interface Acknowledgements {
  /** Call it for every message of the channel, in the order of delivery. */
  note(message: ConsumeMessage): void
  /** Acknowledges the message at the end of the turn, together with others of the same turn. */
  ack(message: ConsumeMessage): void
  /** Moves the message to the dead-letter queue. */
  reject(message: ConsumeMessage): void
  /** Sends at once what waits for the end of the turn. */
  flush(): void
}

/**
 * Acknowledges the messages of a channel. One acknowledgement covers all messages up to the first one in progress, since
 * a quorum queue writes every acknowledgement to its log. After the channel is closed nothing is sent: the broker
 * redelivers its messages.
 */
export function createAcknowledgements(channel: Channel): Acknowledgements {
  /** In the order of delivery. */
  const unacknowledged = new Set<ConsumeMessage>()
  const done = new Set<ConsumeMessage>()
  let isOpen = true
  channel.once('close', () => {
    isOpen = false
  })

  function flush(): void {
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
      if (done.size === 0) setImmediate(flush)
      done.add(message)
    },
    reject(message) {
      unacknowledged.delete(message)
      if (isOpen) channel.nack(message, false, false)
    },
    flush,
  }
}
