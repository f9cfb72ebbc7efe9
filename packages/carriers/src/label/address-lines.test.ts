import { expect, test } from 'vitest'
import { addressLines } from './address-lines.ts'

const none = { name: 'Ada', company: null, addressLine2: null, town: null, province: null, postCode: null }
const lastLines = (country: string, rest: { city: string; province?: string; postCode?: string; town?: string }) =>
  addressLines({ ...none, addressLine1: '1 Road', country, ...rest }, country).slice(2)

test.for([
  ['US', { city: 'San Francisco', province: 'CA', postCode: '94107' }, ['San Francisco, CA 94107']],
  ['US', { city: 'San Francisco', province: 'US-CA', postCode: '94107' }, ['San Francisco, CA 94107']],
  ['PR', { city: 'San Juan', postCode: '00901' }, ['San Juan PR 00901']],
  ['CA', { city: 'Toronto', province: 'ON', postCode: 'M5V 2T6' }, ['Toronto ON M5V 2T6']],
  ['AU', { city: 'Sydney', province: 'NSW', postCode: '2000' }, ['Sydney NSW 2000']],
  ['GB', { city: 'London', town: 'Camden', postCode: 'NW1 8AB' }, ['Camden', 'London', 'NW1 8AB']],
  [
    'IE',
    { city: 'Cootehill', province: 'Co. Monaghan', postCode: 'H16 A440' },
    ['Cootehill', 'Co. Monaghan', 'H16 A440'],
  ],
  ['DE', { city: 'Berlin', postCode: '10115' }, ['10115 Berlin']],
  ['FR', { city: 'Paris', postCode: '75001' }, ['75001 Paris']],
  ['IT', { city: 'Roma', province: 'RM', postCode: '00100' }, ['00100 Roma RM']],
  ['NL', { city: 'Amsterdam', postCode: '1012 AB' }, ['1012 AB Amsterdam']],
  ['BR', { city: 'São Paulo', province: 'SP', postCode: '01310-100' }, ['São Paulo-SP', '01310-100']],
  ['IN', { city: 'Bengaluru', province: 'Karnataka', postCode: '560048' }, ['Bengaluru 560048', 'Karnataka']],
  ['JP', { city: 'Chiyoda', province: 'Tokyo', postCode: '100-0001' }, ['Tokyo, Chiyoda', '100-0001']],
  ['HK', { city: 'Central' }, ['Central']],
  ['AE', { city: 'Dubai', province: 'Dubai' }, ['Dubai']],
  ['SO', { city: 'Mogadishu' }, ['Mogadishu']],
  ['AO', { city: 'Luanda', postCode: '1000' }, ['1000 Luanda']],
] as const)('%s: %j', ([country, rest, expected]) => {
  expect(lastLines(country, rest)).toEqual(expected)
})

test('an address in Japanese or Chinese runs from the largest to the smallest, with nothing left out', () => {
  const address = { ...none, name: '山田太郎', addressLine1: '千代田1-1', city: '千代田区', country: 'JP' }
  const lines = addressLines({ ...address, province: '東京都', postCode: '100-0001' }, 'JP')
  expect(lines).toEqual(['〒100-0001', '東京都千代田区', '千代田1-1', '山田太郎'])
  const shanghai = { ...none, addressLine1: '世纪大道1号', city: '浦东新区', province: '上海市', postCode: '200120' }
  expect(addressLines({ ...shanghai, name: '王伟', country: 'CN' }, 'US')).toEqual([
    '200120',
    '上海市浦东新区',
    '世纪大道1号',
    '王伟',
    'CHINA',
  ])
})

test('the country is printed abroad, by its name, and empty lines are not', () => {
  const address = { ...none, company: ' ', addressLine1: '1 Road', city: 'London', postCode: 'N1 9GU', country: 'GB' }
  expect(addressLines(address, 'GB')).toEqual(['Ada', '1 Road', 'London', 'N1 9GU'])
  expect(addressLines(address, 'US')).toEqual(['Ada', '1 Road', 'London', 'N1 9GU', 'UNITED KINGDOM'])
})

test('city, town and post code are printed in every country', () => {
  const regions = Array.from({ length: 676 }, (_, n) => String.fromCharCode(65 + n / 26, 65 + (n % 26)))
  for (const country of regions) {
    const rest = { city: 'Cityville', town: 'Townton', postCode: '12345', country }
    const text = addressLines({ ...none, addressLine1: '1 Road', ...rest }, country).join('\n')
    for (const part of ['Ada', '1 Road', 'Cityville', 'Townton', '12345']) expect(text, country).toContain(part)
  }
})
