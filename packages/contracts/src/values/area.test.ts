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

const inGb = (postCode: string, ...prefixes: string[]) => ['GB', postCode, prefixes] as const
/** A post code with prefixes that it has. */
const inside = [
  inGb('N1 7QW', 'N1', 'n1', 'N1 ', 'N', 'N1 7', 'N17QW', 'n1 7q', 'Ｎ１'),
  inGb('n17qw', 'N1', 'N', 'N1 7'),
  inGb('N17 6AA', 'N17', 'N17 6', 'N176', 'N176AA', 'N'),
  inGb('N176AA', 'N17'),
  inGb('N17', 'N17'),
  inGb('E1W 2AA', 'E1', 'E1W', 'e 1', 'E'),
  inGb('SW1A1AA', 'SW1', 'SW1A', 'SW1A 1', 'SW1A1', 'SW'),
  inGb('SE1 0AA', 'SE1'),
  inGb('SE10AA', 'SE1'),
  inGb('EC1A 1BB', 'EC', 'EC1', 'EC1A'),
  ['IM', 'IM1 1AA', ['IM', 'IM1']],
  ['JE', 'je24uh', ['JE', 'JE2']],
  ['GG', 'GY10 1SA', ['GY', 'GY10']],
  ['GI', 'GX11 1AA', ['GX', 'GX11']],
  ['IE', 'D02 X285', ['D02', 'd02x', 'D', 'D2']],
  ['IE', 'D6W XY00', ['D6W', 'D']],
  ['CA', 'M5V 2T6', ['M5V', 'm5v 2', 'M', 'M5V2T6']],
  ['NL', '1012 ab', ['1012', '1012AB', '1012 a', '10']],
  ['PL', '00-950', ['00-9', '009']],
  ['JP', '100-0001', ['100', '100-0']],
] as const

test.each(inside)('%s %s has the prefixes %j', (country, postCode, prefixes) => {
  for (const prefix of prefixes) {
    const area = areaSchema.parse({ country, post_code_prefix: prefix })
    expect(isInArea({ country, postCode }, area), prefix).toBe(true)
  }
})

test.each([
  inGb('N17 6AA', 'N1', 'N1 ', 'N1 7', 'NW', 'N17 6AB'),
  inGb('N176AA', 'N1', 'N1 7'),
  inGb('N1 7QW', 'N17', 'N17 7', 'N1 1'),
  inGb('E10 5AA', 'E1', 'E1W'),
  inGb('E1 6AN', 'E1W', 'E16', 'EC'),
  inGb('NW1 6XE', 'N', 'N1'),
  inGb('SE10 0AA', 'SE1', 'S'),
  inGb('SE1 0AA', 'SE10'),
  inGb('EC1A 1BB', 'E', 'E1', 'EC1V'),
  ['JE', 'JE24UH', ['JE1', 'JE24']],
  ['GG', 'GY10 1SA', ['GY1']],
  ['IM', 'IM11AA', ['IM11']],
  ['IE', 'D12 X285', ['D1', 'D02', 'D2']],
  ['IE', 'D6W XY00', ['D6', 'D06']],
  ['CA', 'M5V 2T6', ['M5W']],
  ['NL', '1012 AB', ['1012 C']],
] as const)('%s %s does not have the prefixes %j', (country, postCode, prefixes) => {
  for (const prefix of prefixes) {
    const area = areaSchema.parse({ country, post_code_prefix: prefix })
    expect(isInArea({ country, postCode }, area), prefix).toBe(false)
  }
})
