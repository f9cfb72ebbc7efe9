import { expect, test } from 'vitest'
import { createSendSlots } from './send-slots.ts'

const createGauge = () => {
  let value = 0
  return {
    inc: () => {
      value += 1
    },
    dec: () => {
      value -= 1
    },
    read: () => value,
  }
}

test('a send takes a slot until it ends', async () => {
  const inFlight = createGauge()
  const slots = createSendSlots(2, inFlight)
  const send = Promise.withResolvers<void>()
  const freed = Promise.withResolvers<number>()
  slots.run(
    () => send.promise,
    () => freed.resolve(slots.free()),
  )
  expect([slots.free(), inFlight.read()]).toEqual([1, 1])
  send.resolve()
  expect(await freed.promise).toBe(2)
  expect(inFlight.read()).toBe(0)
})

test('the number of free slots is never negative', () => {
  const slots = createSendSlots(1, createGauge())
  for (let sends = 0; sends < 2; sends++) {
    slots.run(
      () => new Promise(() => {}),
      () => {},
    )
  }
  expect(slots.free()).toBe(0)
})

test('whenIdle resolves once all running sends have ended', async () => {
  const slots = createSendSlots(2, createGauge())
  const ended: string[] = []
  const send = Promise.withResolvers<void>()
  slots.run(
    () => send.promise,
    () => ended.push('send'),
  )
  const idle = slots.whenIdle().then(() => ended.push('idle'))
  send.resolve()
  await idle
  expect(ended).toEqual(['send', 'idle'])
})
