import { expect, test } from 'vitest'
import { anEvent } from '../testing/domain-event.ts'
import { matchesPattern, type PublishOutcome, publishInOrder } from './bus.ts'

test.each([
  ['#', 'parcel.moved', true],
  ['*', 'parcel.moved', true],
  ['parcel.moved', 'parcel.moved', true],
  ['parcel.moved', 'parcel.lost', false],
  ['parcel.*', 'parcel.moved', true],
  ['parcel.*', 'parcels.moved', false],
  ['parcel.*', 'parcel.moved.again', false],
  ['*.moved', 'parcel.moved', true],
  ['parcel.#', 'parcel.moved.again', true],
  ['parcel.#', 'parcel', true],
  ['parcel.#', 'letter.moved', false],
])('matches pattern %s against %s: %s', (pattern, type, selected) => {
  expect(matchesPattern(pattern, type)).toBe(selected)
})

const ok: PublishOutcome = { outcome: 'published' }

test('sends an event after the previous one of its subject is confirmed, without delaying other subjects', async () => {
  const underWay = new Map<string, number>()
  let mostAtOnce = 0
  const events = Array.from({ length: 60 }, (_, index) => anEvent({ subjectId: `s${index % 6}`, sequence: index }))
  const sent: string[] = []

  const outcomes = await publishInOrder(events, 4, async (event) => {
    expect(underWay.get(event.subjectId) ?? 0).toBe(0)
    underWay.set(event.subjectId, 1)
    mostAtOnce = Math.max(mostAtOnce, [...underWay.values()].filter(Boolean).length)
    sent.push(event.eventId)
    await new Promise(setImmediate)
    underWay.set(event.subjectId, 0)
    return ok
  })

  expect(outcomes).toEqual(events.map(() => ok))
  expect(mostAtOnce).toBe(4)
  for (let subject = 0; subject < 6; subject++) {
    const ids = events.filter((event) => event.subjectId === `s${subject}`).map((event) => event.eventId)
    expect(sent.filter((id) => ids.includes(id))).toEqual(ids)
  }
})

test('holds back later events of the same subject, and no others, after a failure', async () => {
  const [first, second, third] = [1, 2, 3].map((sequence) => anEvent({ sequence }))
  const other = anEvent({ subjectId: 'pcl_2' })
  const events = [first, second, third, other].filter((event) => event !== undefined)

  const sent: string[] = []
  const outcomes = await publishInOrder(events, 2, async (event) => {
    sent.push(event.eventId)
    return event === second ? { outcome: 'failed', reason: 'refused' } : ok
  })

  expect(sent).not.toContain(third?.eventId)
  expect(outcomes).toEqual([
    ok,
    { outcome: 'failed', reason: 'refused' },
    { outcome: 'failed', reason: 'held back by an earlier event' },
    ok,
  ])
})

test('keeps subjects with the same id in two environments apart', async () => {
  const events = [anEvent({ environmentId: 'env_1' }), anEvent({ environmentId: 'env_2' })]
  const outcomes = await publishInOrder(events, 2, async (event) =>
    event.environmentId === 'env_1' ? { outcome: 'failed', reason: 'refused' } : ok,
  )
  expect(outcomes[1]).toEqual(ok)
})
