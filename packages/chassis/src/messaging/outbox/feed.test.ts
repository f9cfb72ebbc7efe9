import { expect, test } from 'vitest'
import { anEvent } from '../../testing/domain-event.ts'
import { createFeed, type Feed } from './feed.ts'

const next = (subjectId: string, sequence: number | null) => anEvent({ subjectId, sequence })
const takenFrom = (feed: Feed) => feed.take(10)?.map(({ event }) => [event.subjectId, event.sequence])

/** A feed that has read the table, where the first event of `known` was. */
function completeFeed(): Feed {
  const feed = createFeed()
  feed.startRead()
  feed.endRead([], true)
  feed.notePublished(next('known', 1))
  return feed
}

test.each([
  ['the first of a subject', [next('a', 1)], [['a', 1]]],
  ['the next after a published one', [next('known', 2)], [['known', 2]]],
  ['several of a subject', [next('a', 1), next('a', 2)], [['a', 1], ['a', 2]]], // biome-ignore format: one case a line
  ['one without a sequence', [next('a', null)], [['a', null]]],
  ['none whose predecessor is not known to be published', [next('b', 1), next('a', 2)], undefined],
  ['none that was published before', [next('known', 1)], undefined],
  ['none if another process has written events', undefined, undefined],
  ['none of too many', Array.from({ length: 2_001 }, () => next('a', null)), undefined],
])('gives %s', (_, events, taken) => {
  const feed = completeFeed()
  feed.add(events)
  expect(takenFrom(feed)).toEqual(taken)
  expect(feed.hasWork).toBe(taken === undefined)
})

test('keeps what is written while the table is read, unless the read found it', () => {
  const feed = completeFeed()
  const [early, late, read] = [next('early', 1), next('late', 1), next('read', 1)]
  feed.add([early])
  feed.startRead()
  feed.add([late, read])
  expect(feed.take(10)).toBeNull()
  feed.endRead([{ event_id: read.eventId }], true)
  feed.add([read]) // its commit is known late
  expect(takenFrom(feed)).toEqual([['late', 1]])
})

test('gives nothing after a read that left something in the table', () => {
  const feed = completeFeed()
  feed.startRead()
  feed.add([next('a', 1)])
  feed.endRead([], false)
  expect(feed.take(10)).toBeNull()
})
