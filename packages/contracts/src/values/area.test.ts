import { expect, test } from 'vitest'
import { areaSchema, areaText, isInArea } from './area.ts'

test.each([
  ['GB', 'sw1a 1aa', { country: 'GB', post_code_prefix: null }, true],
  ['GB', null, { country: 'GB', post_code_prefix: null }, true],
  ['FR', '75001', { country: 'GB', post_code_prefix: null }, false],
  ['GB', 'sw1a 1aa', { country: 'GB', post_code_prefix: 'SW1A1' }, true],
  ['GB', 'E1 6AN', { country: 'GB', post_code_prefix: 'SW1' }, false],
  ['GB', null, { country: 'GB', post_code_prefix: 'SW1' }, false],
])('%s %s in %j: %s', (country, postCode, area, expected) => {
  expect(isInArea({ country, postCode }, area)).toBe(expected)
})

test('an area is read as it is compared', () => {
  expect(areaSchema.parse({ country: 'pl', post_code_prefix: ' 00-9 ' })).toEqual({
    country: 'PL',
    post_code_prefix: '009',
  })
  expect(areaSchema.parse({ country: 'US' })).toEqual({ country: 'US', post_code_prefix: null })
})

test('an area names its post codes', () => {
  expect(areaText({ country: 'GB', post_code_prefix: null })).toBe('GB')
  expect(areaText({ country: 'GB', post_code_prefix: 'SW1' })).toBe('GB, post codes that begin with SW1')
})
