import { expect, test } from 'vitest'
import { parsePastedAddress } from './pasted-address.ts'

test.each([
  [
    'lines of a British address with a flat, phone and e-mail',
    'Grace Miller\nFlat 3\n7 River Road\nLondon\nN1 9GU\nUnited Kingdom\n+44 20 7946 0018\ngrace@example.com',
    {
      name: 'Grace Miller',
      address_line_1: '7 River Road',
      address_line_2: 'Flat 3',
      city: 'London',
      post_code: 'N1 9GU',
      country: 'GB',
      phone: '+44 20 7946 0018',
      email: 'grace@example.com',
    },
  ],
  [
    'one line with commas',
    'Grace Miller, 7 River Road, London N1 9GU, UK',
    { name: 'Grace Miller', address_line_1: '7 River Road', city: 'London', post_code: 'N1 9GU', country: 'GB' },
  ],
  [
    'an American address',
    'Jane Doe\nAcme Inc\n350 5th Ave\nApt 12B\nNew York, NY 10118-0110\nUSA',
    {
      name: 'Jane Doe',
      company: 'Acme Inc',
      address_line_1: '350 5th Ave',
      address_line_2: 'Apt 12B',
      city: 'New York',
      province: 'NY',
      post_code: '10118-0110',
      country: 'US',
    },
  ],
  [
    'a German address with the company first and no country',
    'Muster GmbH\nErika Mustermann\nHeidestraße 17\nD-51147 Köln',
    {
      company: 'Muster GmbH',
      name: 'Erika Mustermann',
      address_line_1: 'Heidestraße 17',
      city: 'Köln',
      post_code: '51147',
      country: 'DE',
    },
  ],
  [
    'a French address',
    'Marie Dupont\n12 rue de la Paix\n75002 Paris\nFrance',
    { name: 'Marie Dupont', address_line_1: '12 rue de la Paix', city: 'Paris', post_code: '75002', country: 'FR' },
  ],
  [
    'a Dutch address with the country in its own language',
    'J. de Vries\nKeizersgracht 123\n1015 CJ Amsterdam\nNederland',
    {
      name: 'J. de Vries',
      address_line_1: 'Keizersgracht 123',
      city: 'Amsterdam',
      post_code: '1015 CJ',
      country: 'NL',
    },
  ],
  [
    'a Canadian address',
    'Sam Roy\n800 Rue Saint-Jacques\nMontréal QC H3C 1A1\nCanada',
    {
      name: 'Sam Roy',
      address_line_1: '800 Rue Saint-Jacques',
      city: 'Montréal',
      province: 'QC',
      post_code: 'H3C 1A1',
      country: 'CA',
    },
  ],
  [
    'an Italian address with a province',
    'Giulia Rossi\nVia Roma 1\n20121 Milano MI\nItalia',
    {
      name: 'Giulia Rossi',
      address_line_1: 'Via Roma 1',
      city: 'Milano',
      province: 'MI',
      post_code: '20121',
      country: 'IT',
    },
  ],
  [
    'a military address',
    'Jane Doe\nPSC 1000 BOX 1000\nAPO, AE 10101\nUSA',
    {
      name: 'Jane Doe',
      address_line_1: 'PSC 1000 BOX 1000',
      city: 'APO',
      province: 'AE',
      post_code: '10101',
      country: 'US',
    },
  ],
  [
    'an address in a territory of the United States',
    'Luis Ortiz\n100 Calle Fortaleza\nSan Juan, PR 00901\nUSA',
    {
      name: 'Luis Ortiz',
      address_line_1: '100 Calle Fortaleza',
      city: 'San Juan',
      province: 'PR',
      post_code: '00901',
      country: 'US',
    },
  ],
  [
    'a Brazilian address with the post code on a separate line',
    'Ana Souza\nAvenida Paulista, 1000\nSão Paulo - SP\n01310-100\nBrasil',
    {
      name: 'Ana Souza',
      address_line_1: 'Avenida Paulista, 1000',
      city: 'São Paulo',
      province: 'SP',
      post_code: '01310-100',
      country: 'BR',
    },
  ],
])('reads %s', (_what, text, fields) => {
  expect(parsePastedAddress(text, 'DE')).toEqual(fields)
})

test.each(['ext. 12', 'extn 12', 'x12', 'poste 12', 'доб. 12'])('reads a phone with its extension %s', (extension) => {
  const { phone } = parsePastedAddress(`Ada Byron\n1 Main St\nBoston, MA 02138\n+1 415 555 0101 ${extension}`, 'US')
  expect(phone).toBe(`+1 415 555 0101 ${extension}`)
})

test('guesses nothing that it cannot see', () => {
  expect(parsePastedAddress('Somewhere', 'GB')).toEqual({ address_line_1: 'Somewhere' })
  expect(parsePastedAddress('', 'GB')).toEqual({})
})

test.each([
  ['a number for a name', '4711\nAcme: x\n1 Main St\nBoston, MA 02138', 'US', ['name', 'company']],
  ['a street for a town', 'Ada Byron\n12\nHigh Street\nN1 9GU', 'GB', ['city']],
])('leaves empty what it cannot tell: %s', (_, text, country, fields) => {
  const found: Record<string, unknown> = { ...parsePastedAddress(text, country) }
  expect(fields.filter((name) => found[name] !== undefined)).toEqual([])
})

test('reads the beginning of a text that is no address, and markup as text', () => {
  const fields = Object.values(parsePastedAddress('a 1\n'.repeat(20_000), 'GB')).join('')
  expect(fields.length).toBeLessThan(2_000)
  expect(parsePastedAddress('<b>Grace</b>\n1 Road\nN1 9GU London', 'GB').name).toBe('<b>Grace</b>')
})
