import { expect, test } from 'vitest'
import { rank } from './rank.ts'

const order = (typed: string, ...titles: string[]) =>
  titles.filter((title) => rank(typed, title) > 0).sort((one, other) => rank(typed, other) - rank(typed, one))

test('the beginning of a name comes before that of a word, and letters between others do not count', () => {
  expect(order('imp', 'Shipments', 'Import shipments')).toEqual(['Import shipments'])
  expect(order('ship', 'Import shipments', 'Ship', 'Shipments')).toEqual(['Ship', 'Shipments', 'Import shipments'])
  expect(order('INVI', 'Invite a member')).toEqual(['Invite a member'])
})

test('accents and the order of words make no difference, and further words find it', () => {
  expect(rank('schlussel', 'API-Schlüssel erstellen')).toBeGreaterThan(0)
  expect(rank('key create', 'Create an API key')).toBeGreaterThan(0)
  expect(rank('settings team', 'Team', ['Settings'])).toBeGreaterThan(0)
  expect(rank('csv', 'Import shipments', ['CSV'])).toBeGreaterThan(0)
  expect(rank('xyz', 'Team', ['Settings'])).toBe(0)
  expect(rank('', 'Team')).toBe(1)
})
