import { describe, expect, test } from 'vitest'
import { replay } from '../testing/records.ts'
import { rejectedFields } from '../testing/refusals.ts'
import { createReplaySchema, publicReplay } from './replay.ts'

const at = (time: string): Date => new Date(`2026-03-01T${time}Z`)
const period = { since: at('00:00:00'), until: at('10:00:00') }

describe('the progress of a replay', () => {
  test.each([
    ['00:00:00', 0],
    ['05:00:00', 0.5],
    ['03:20:01', 0.333],
    ['09:59:59', 0.999],
    ['10:00:00', 0.999],
  ])('at %s of ten hours is %d while it runs', (time, progress) => {
    expect(publicReplay(replay({ ...period, status: 'running', reachedAt: at(time) })).progress).toBe(progress)
  })

  test('is 1 once every event is queued', () => {
    const completed = replay({ ...period, status: 'completed', reachedAt: at('04:00:00'), endedAt: at('12:00:00') })
    expect(publicReplay(completed)).toMatchObject({ progress: 1, ended_at: '2026-03-01T12:00:00.000Z' })
  })

  test('stays where it was when the replay is cancelled', () => {
    const cancelled = replay({ ...period, status: 'cancelled', reachedAt: at('04:00:00') })
    expect(publicReplay(cancelled)).toMatchObject({ status: 'cancelled', progress: 0.4 })
  })
})

describe('requesting a replay', () => {
  const since = '2026-03-01T00:00:00Z'
  const until = '2026-03-02T00:00:00Z'

  test.each([
    [{ since }, { since: new Date(since) }],
    [
      { since, until },
      { since: new Date(since), until: new Date(until) },
    ],
    [
      { since, until: null, events: null },
      { since: new Date(since), until: null, events: null },
    ],
    [
      { since, events: ['shipment.*'] },
      { since: new Date(since), events: ['shipment.*'] },
    ],
  ])('%j is valid', (body, parsed) => {
    expect(createReplaySchema.parse(body)).toEqual(parsed)
  })

  test.each([
    [{}, ['since: required']],
    [{ since, until: since }, ['until: too_small']],
    [{ since: until, until: since }, ['until: too_small']],
    [{ since, events: [] }, ['events: too_few']],
    [{ since, events: Array(101).fill('*') }, ['events: too_many']],
    [{ since, events: ['x', '*', 'y'] }, ['events[0]: unknown_event_type', 'events[2]: unknown_event_type']],
    [{ since, limit: 5 }, ['limit: unknown_field']],
    [{ since, until: 'today' }, ['until: invalid_format']],
    [{ since: 'yesterday', until: 'today' }, ['since: invalid_format', 'until: invalid_format']],
  ])('%j is rejected for %j', (body, fields) => {
    expect(rejectedFields(createReplaySchema, body)).toEqual(fields)
  })
})
