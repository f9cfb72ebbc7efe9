import { expect, test } from 'vitest'
import { isFinal, readable, toTone } from './statuses.ts'

test('a status that this version does not know is shown by its name', () => {
  expect(readable('cancelBooking')).toBe('Cancel booking')
  expect([readable('held_at_customs'), toTone('held_at_customs'), isFinal('held_at_customs')]).toEqual([
    'Held at customs',
    'neutral',
    false,
  ])
  expect([toTone('delivered'), isFinal('delivered'), isFinal('in_transit')]).toEqual(['success', true, false])
})
