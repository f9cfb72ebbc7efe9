import { expect, test } from 'vitest'
import { anEvent } from '../testing/domain-event.ts'
import { createLocalBus } from './local-bus.ts'

const topology = { consumers: { depot: ['parcel.#'], ledger: ['#'] } }

test('delivers an event to every bound service, and confirms it once all have finished', async () => {
  const bus = createLocalBus({ topology })
  const seen: string[] = []
  await bus.subscribe('depot', async (event) => void seen.push(`depot ${event.type}`))
  await bus.subscribe('ledger', async (event) => {
    await new Promise(setImmediate)
    seen.push(`ledger ${event.type}`)
  })

  const outcomes = await bus.publish([anEvent(), anEvent({ type: 'letter.moved', subjectId: 'ltr_1' })])

  expect(outcomes).toEqual([{ outcome: 'published' }, { outcome: 'published' }])
  expect(seen.sort()).toEqual(['depot parcel.moved', 'ledger letter.moved', 'ledger parcel.moved'])
})

test('fails an event, before any service applies it, while a bound service is not subscribed', async () => {
  const bus = createLocalBus({ topology })
  let calls = 0
  await bus.subscribe('depot', async () => void calls++)

  expect(await bus.publish([anEvent()])).toEqual([{ outcome: 'failed', reason: 'ledger is not subscribed' }])
  expect(calls).toBe(0)
})

test('fails an event when a consumer rejects it', async () => {
  const bus = createLocalBus({ topology: { consumers: { depot: ['#'] } } })
  await bus.subscribe('depot', () => Promise.reject(new Error('database down')))
  expect(await bus.publish([anEvent()])).toEqual([{ outcome: 'failed', reason: 'Error: database down' }])
})

test('waits for events in progress when a subscription stops', async () => {
  const bus = createLocalBus({ topology: { consumers: { depot: ['#'] } } })
  const gate = Promise.withResolvers<void>()
  let finished = false
  const subscription = await bus.subscribe('depot', async () => {
    await gate.promise
    finished = true
  })

  const publishing = bus.publish([anEvent()])
  const stopping = subscription.stop()
  gate.resolve()
  await stopping
  expect(finished).toBe(true)
  expect(await publishing).toEqual([{ outcome: 'published' }])
})
