import { EventEmitter } from 'node:events'
import type { Channel, ConsumeMessage } from 'amqplib'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createAcknowledgements } from './acknowledgements.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Messages 1 to `count`, delivered on a channel that notes what is acknowledged. */
function deliver(count: number, atOnce: number) {
  const acked: [number, boolean][] = []
  const channel = Object.assign(new EventEmitter(), {
    ack: ({ fields }: ConsumeMessage, allUpTo = false) => void acked.push([fields.deliveryTag, allUpTo]),
  })
  const acknowledgements = createAcknowledgements(channel as unknown as Channel, atOnce)
  const messages = Array.from(
    { length: count },
    (_, index) => ({ fields: { deliveryTag: index + 1 } }) as ConsumeMessage,
  )
  for (const message of messages) acknowledgements.note(message)
  const done = (...tags: number[]) => {
    for (const tag of tags) acknowledgements.ack(messages[tag - 1] as ConsumeMessage)
  }
  return { acked, acknowledgements, channel, done }
}

test('messages that are done within 20 ms share an acknowledgement', () => {
  const { acked, done } = deliver(4, 32)
  done(1)
  vi.advanceTimersByTime(19)
  done(2, 4)
  expect(acked).toEqual([])
  vi.advanceTimersByTime(1)
  expect(acked).toEqual([
    [2, true],
    [4, false],
  ])
})

test('a quarter of those that the broker sends at once is acknowledged in the same turn', () => {
  const { acked, done } = deliver(9, 32)
  done(1, 2, 3, 4, 5, 6, 7, 8, 9)
  vi.advanceTimersByTime(0)
  expect(acked).toEqual([[9, true]])
})

test('before the channel closes, what is done is acknowledged at once, and nothing after that', () => {
  const { acked, acknowledgements, done } = deliver(2, 32)
  done(1)
  acknowledgements.end()
  done(2)
  vi.advanceTimersByTime(100)
  expect(acked).toEqual([[1, true]])
})

test('nothing is acknowledged on a closed channel', () => {
  const { acked, channel, done } = deliver(2, 32)
  done(1)
  channel.emit('close')
  done(2)
  vi.advanceTimersByTime(100)
  expect(acked).toEqual([])
})
