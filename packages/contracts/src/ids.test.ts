import { expect, test } from 'vitest'
import { hashId, isId, newId } from './ids.ts'

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

test('texts of a wrong form are no ids', () => {
  for (const text of ['', 'shp_', 'shp_x', 'shp_zzzzzzzzzzzzzzzzzzzzzzzzzz', `${newId('shp')}0`, 'shp_\0', '../etc']) {
    expect(isId('shp', text)).toBe(false)
  }
})

test('a hashed id depends on where one part ends and the next begins', () => {
  expect(hashId('loc', ['ab', 'c'])).toBe(hashId('loc', ['ab', 'c']))
  expect(hashId('loc', ['ab', 'c'])).not.toBe(hashId('loc', ['a', 'bc']))
})
