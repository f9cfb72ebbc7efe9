import { expect, test } from 'vitest'
import { authenticationTime } from './authentication-time.ts'

const now = new Date('2026-12-01T09:00:00Z')
const hourAgo = new Date('2026-12-01T08:00:00Z')
const seconds = (date: Date) => date.getTime() / 1_000

test('what the provider says counts, whether it was asked or not, and no time to come', () => {
  for (const wasAsked of [true, false]) {
    expect(authenticationTime(seconds(hourAgo), { wasAsked, now })).toEqual(hourAgo)
    expect(authenticationTime(seconds(now) + 3_600, { wasAsked, now })).toEqual(now)
  }
})

test('a provider that says nothing counts only if it was asked for a new sign-in', () => {
  expect(authenticationTime(undefined, { wasAsked: true, now })).toEqual(now)
  expect(authenticationTime(undefined, { wasAsked: false, now })).toBeNull()
  expect(authenticationTime('1796115600', { wasAsked: false, now })).toBeNull()
})
