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

const limits = (process: number) => ({ process, environment: 100, origin: 100 })
const at = (environmentId: string, origin = `https://${environmentId}.example`) => ({
  environmentId,
  origin,
  subscriptionId: `whs_${environmentId}`,
})
const shop = at('env_1')
const forever = () => new Promise<void>(() => {})
const due = (destination: ReturnType<typeof at>) => ({ ...destination, rank: 0, turn: 1, dueAt: 0 })

test('a send takes a slot until it ends', async () => {
  const inFlight = createGauge()
  const slots = createSendSlots(limits(2), inFlight)
  const send = Promise.withResolvers<void>()
  const freed = Promise.withResolvers<number>()
  slots.run(
    shop,
    () => send.promise,
    () => freed.resolve(slots.free()),
  )
  expect([slots.free(), slots.freeFor('env_1'), slots.inFlightAt(shop), inFlight.read()]).toEqual([1, 1, 1, 1])
  send.resolve()
  expect(await freed.promise).toBe(2)
  expect(inFlight.read()).toBe(0)
})

test('the number of free slots is never negative', () => {
  const slots = createSendSlots(limits(1), createGauge())
  for (let sends = 0; sends < 2; sends++) slots.run(shop, forever, () => {})
  expect(slots.free()).toBe(0)
  expect(slots.countFull()).toEqual({ process: 1, environment: 0, origin: 0 })
})

test('an environment at its limit has no room, is named as full, and is waited for', async () => {
  const slots = createSendSlots({ process: 100, environment: 1, origin: 100 }, createGauge())
  const send = Promise.withResolvers<void>()
  const freed = Promise.withResolvers<boolean>()
  slots.run(
    shop,
    () => send.promise,
    () => freed.resolve(slots.isWaitedFor(shop)),
  )
  expect([slots.hasRoom(shop), slots.hasRoom(at('env_2'))]).toEqual([false, true])
  expect(slots.isWaitedFor(shop)).toBe(false)
  expect(slots.choose([due(shop)], 10)).toEqual([])
  expect(slots.fullEnvironments()).toEqual(['env_1'])
  expect(slots.countFull()).toEqual({ process: 0, environment: 1, origin: 0 })
  expect([slots.isWaitedFor(shop), slots.isWaitedFor(at('env_2'))]).toEqual([true, false])
  send.resolve()
  expect(await freed.promise).toBe(true)
  await slots.whenIdle()
  expect(slots.isWaitedFor(shop)).toBe(false)
})

test('subscriptions of several environments to one origin share its slots', () => {
  const slots = createSendSlots({ process: 100, environment: 100, origin: 2 }, createGauge())
  const origin = 'https://hooks.example'
  for (const environmentId of ['env_1', 'env_2']) slots.run(at(environmentId, origin), forever, () => {})
  expect(slots.hasRoomAtOrigin(at('env_1', origin))).toBe(false)
  expect(slots.hasRoomAtOrigin(at('env_3', origin))).toBe(true)
  expect(slots.isWaitedFor(at('env_9', origin))).toBe(true)
  expect(slots.countFull()).toEqual({ process: 0, environment: 0, origin: 1 })
})

test('whenIdle resolves once all running sends have ended', async () => {
  const slots = createSendSlots(limits(2), createGauge())
  const ended: string[] = []
  const send = Promise.withResolvers<void>()
  slots.run(
    shop,
    () => send.promise,
    () => ended.push('send'),
  )
  const idle = slots.whenIdle().then(() => ended.push('idle'))
  send.resolve()
  await idle
  expect(ended).toEqual(['send', 'idle'])
})
