import { expect, test } from 'vitest'
import { authenticationTime } from './authentication-time.ts'

const now = new Date('2026-12-01T09:00:00Z')
const hourAgo = new Date('2026-12-01T08:00:00Z')
const seconds = (date: Date) => date.getTime() / 1_000

test('what the provider says counts, and no time to come', () => {
  expect(authenticationTime(seconds(hourAgo), now)).toEqual(hourAgo)
  expect(authenticationTime(seconds(now) + 3_600, now)).toEqual(now)
})

test('a provider that says nothing confirms nothing: nobody knows whether it was asked for a new sign-in', () => {
  expect(authenticationTime(undefined, now)).toBeNull()
  expect(authenticationTime('1796115600', now)).toBeNull()
})
