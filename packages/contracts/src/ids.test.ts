import { expect, test } from 'vitest'
import { hashId, idMadeAt, isId, lowestIdAt, newId } from './ids.ts'

test('an id has its prefix and is recognised by it alone', () => {
  const id = newId('shp')
  expect(id).toMatch(/^shp_[0-9a-hjkmnp-tv-z]{26}$/)
  expect(isId('shp', id)).toBe(true)
  expect(isId('bkg', id)).toBe(false)
})

test('ids sort by the time they were made', async () => {
  const first = newId('evt')
  const later = await new Promise<string>((resolve) => {
    const begunAtMs = Date.now()
    const poll = () => (Date.now() > begunAtMs ? resolve(newId('evt')) : setImmediate(poll))
    poll()
  })
  expect(first < later).toBe(true)
})

test('an id is a UUID of version 7 that was made just now', () => {
  const text = newId('evt').slice('evt_'.length)
  let value = 0n
  for (const digit of text) value = value * 32n + BigInt('0123456789abcdefghjkmnpqrstvwxyz'.indexOf(digit))
  const hex = value.toString(16).padStart(32, '0')
  expect(hex).toMatch(/^[0-9a-f]{12}7[0-9a-f]{3}[89ab][0-9a-f]{15}$/)
  expect(Math.abs(Number.parseInt(hex.slice(0, 12), 16) - Date.now())).toBeLessThan(60_000)
})

test('an id tells when it was made; one that is hashed or foreign does not', () => {
  const beforeMs = Date.now()
  const madeMs = idMadeAt(newId('whs'))?.getTime()
  expect(madeMs).toBeGreaterThanOrEqual(beforeMs)
  expect(madeMs).toBeLessThanOrEqual(Date.now())
  expect(idMadeAt('shp_01arz3ndektsv4rrffq69g5fav')).toEqual(new Date('2016-07-30T23:54:10.259Z'))
  for (const text of [hashId('loc', ['env_1']), 'shp_x', '']) expect(idMadeAt(text)).toBeNull()
})

test('ids made one after the other sort in that order', () => {
  const ids = Array.from({ length: 10_000 }, () => newId('evt'))
  expect(ids).toEqual(ids.toSorted())
  expect(new Set(ids).size).toBe(ids.length)
})

test('texts of a wrong form are no ids', () => {
  for (const text of [
    '',
    'shp_',
    'shp_x',
    'shp_zzzzzzzzzzzzzzzzzzzzzzzzzz',
    `SHP_${newId('shp').slice(4)}`,
    newId('shp').toUpperCase(),
    `${newId('shp')}0`,
    'shp_\0',
    '../etc',
  ]) {
    expect(isId('shp', text)).toBe(false)
  }
})

test('a hashed id stays what it was when it was stored', () => {
  const id = hashId('loc', ['env_1', 'Bahnhofstraße 1', '', 'Zürich'])
  expect(id).toBe('loc_97cbdd54eeb58f01919b011f718d1c74')
})

test('a hashed id depends on where one part ends and the next begins', () => {
  expect(hashId('loc', ['ab', 'c'])).toBe(hashId('loc', ['ab', 'c']))
  expect(hashId('loc', ['ab', 'c'])).not.toBe(hashId('loc', ['a', 'bc']))
})

test('the lowest id of a time sorts before the ids of that time and after those before it', () => {
  const id = newId('shp')
  const at = idMadeAt(id) ?? new Date(0)
  expect(lowestIdAt('shp', at) <= id).toBe(true)
  expect(lowestIdAt('shp', new Date(at.getTime() + 1)) > id).toBe(true)
  expect(idMadeAt(lowestIdAt('shp', at))).toEqual(at)
  expect(lowestIdAt('shp', new Date(-1))).toBe(`shp_${'0'.repeat(26)}`)
  expect(isId('shp', lowestIdAt('shp', new Date(8.64e15)))).toBe(true)
})
