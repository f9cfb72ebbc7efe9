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
  ['JP', '100-0001', ['100', '100-0', '〒100']],
  // The sign of the country is no part of a post code.
  ['LV', 'LV-1010', ['10', 'LV-10', 'LV10', '1010', 'LV-1010', 'lv 10']],
  ['LV', '1010', ['LV-10', 'LV-1010', '10']],
  ['LT', 'LT-01100', ['01', 'LT-011']],
  ['MD', 'MD-2001', ['20', 'MD-20']],
  ['DE', 'D-10117', ['101', 'D-101', 'DE-101', 'DE 101', 'D101']],
  ['DE', '10117', ['D-101', 'DE-10117', 'Ｄ－１０']],
  ['SE', 'SE-111 22', ['111', 'SE-111', 'S-111 22', '11122']],
  ['SE', 'S-11122', ['111']],
  ['LU', 'L-1234', ['1', '12', 'L-12', 'LU-12']],
  ['FI', 'FI-22100', ['22', 'AX-22', 'FIN-22']],
  ['FI', 'AX-22100', ['22', 'FI-221']],
  ['AX', 'AX-22100', ['22', 'FI-22']],
  ['NL', 'NL-1012 AB', ['1012', '1012 A', 'NL-1012', 'NL 1012AB']],
  ['FR', 'F-75001', ['75', 'F-75', 'FR-750']],
  ['IT', 'I-20121', ['20', 'IT-20']],
  ['AT', 'A-1010', ['1', 'AT-10']],
  ['CH', 'CH-8001', ['80', 'CH80']],
  ['PL', 'PL-00-950', ['00-9', 'PL-00']],
  ['CZ', 'CZ-110 00', ['110', 'CZ 110']],
  ['GR', 'GR-105 57', ['105', 'EL-105']],
  ['AD', 'AD500', ['AD5', '5', 'AD500']],
  ['AZ', 'AZ1000', ['AZ10', '10']],
  ['BR', 'CEP 01310-100', ['013', '01310-1']],
  ['UA', '01001', ['UA-01']],
  ['FO', 'FO-100', ['1', 'FO-1']],
  ['KY', 'KY1-1100', ['KY1', 'KY1-1', 'KY1-1100']],
  ['GB', 'GB-N1 7QW', ['N1', 'N1 7', 'N', 'GB-N1', 'GB-N1 7', 'UK-N1', 'GB-N']],
  ['GB', 'N1 7QW', ['GB-N1', 'GB N1-7', 'UK N']],
  ['GB', 'GB-N17QW', ['N1', 'N1 7']],
  ['IE', 'IE-D02 X285', ['D02', 'D2', 'IE-D02', 'IRL-D2']],
  ['CA', 'CA-M5V 2T6', ['M5V', 'CA-M5V']],
  ['CA', 'C1A 1A1', ['C1A', 'C']],
  ['MT', 'MTF 1140', ['MTF', 'MT-MTF']],
  ['MT', 'MT-VLT 1117', ['VLT']],
  ['AR', 'AR-C1425', ['C14', 'AR-C']],
  inGb('N1 7QW', 'N1-7', 'N1–7', 'N1-7QW', 'N1 - 7'),
  inGb('N1-7QW', 'N1', 'N1 7', 'N1-7'),
  ['IE', 'D1', ['D1', 'D01', 'D', 'Dublin 1']],
  ['IE', 'Dublin 1', ['D1', 'D01']],
  ['IE', 'D1 X285', ['D1', 'D01', 'D01X']],
  ['IE', 'D6W XY00', ['D6W', 'Dublin 6W']],
  ['IE', 'D6', ['D6', 'D06']],
  inGb('BFPO 57', 'BFPO 57', 'BFPO57', 'BFPO', 'bfpo 057'),
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
  inGb('BFPO 57', 'BFPO 5', 'BFPO5', 'BFPO 7', 'BF'),
  inGb('BFPO 5', 'BFPO 57'),
  inGb('N17 6AA', 'N1-7', 'GB-N1', 'GB-N1 7'),
  ['LV', 'LV-1010', ['LV-11', '0']],
  ['DE', 'D-10117', ['D-2', '0117']],
  ['IE', 'D12', ['D1', 'Dublin 1', 'D2']],
  ['IE', 'D6W', ['D6']],
  ['IM', 'IM11AA', ['IM-11']],
  ['MT', 'VLT 1117', ['MTF', 'V LT2']],
] as const)('%s %s does not have the prefixes %j', (country, postCode, prefixes) => {
  for (const prefix of prefixes) {
    const area = areaSchema.parse({ country, post_code_prefix: prefix })
    expect(isInArea({ country, postCode }, area), prefix).toBe(false)
  }
})
