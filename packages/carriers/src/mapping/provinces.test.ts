import { expect, test } from 'vitest'
import { mapProvince, provinceCode, wireProvince } from './provinces.ts'

test.each([
  ['US', 'CA', ['CA', 'ca', 'US-CA', 'us-ca', 'California', ' CALIFORNIA ', 'US CA', 'Calif.', 'C.A.']],
  ['US', 'NY', ['New York', 'NY', 'US-NY', 'N.Y.', 'New York State', 'State of New York']],
  ['US', 'DC', ['District of Columbia', 'Washington, D.C.', 'D.C.']],
  ['US', 'PR', ['PR', 'US-PR', 'Puerto Rico', 'P.R.']],
  ['US', 'VI', ['VI', 'U.S. Virgin Islands']],
  ['US', 'AE', ['AE', 'US-AE', 'Armed Forces Europe']],
  ['US', 'AP', ['Armed Forces Pacific']],
  ['CA', 'QC', ['QC', 'CA-QC', 'Quebec', 'Québec', 'PQ']],
  ['CA', 'NB', ['New Brunswick', 'Nouveau-Brunswick']],
  ['CA', 'PE', ['PEI', 'Île-du-Prince-Édouard']],
  ['CA', 'BC', ['British Columbia', 'Colombie-Britannique', 'B.C.']],
  ['AU', 'NSW', ['NSW', 'AU-NSW', 'New South Wales', 'N.S.W.']],
  ['BR', 'SP', ['SP', 'BR-SP', 'São Paulo', 'sao paulo']],
  ['IT', 'MI', ['MI', 'IT-MI', 'Milano', 'Milan', 'Prov. Milano', 'Provincia di Milano']],
  ['IT', 'BZ', ['Bolzano', 'Bozen', 'IT-BZ']],
  ['IT', 'VA', ['VA', 'Varese']],
  ['IT', 'RM', ['Roma']],
  ['MX', 'JA', ['JAL', 'MX-JAL', 'Jalisco', 'JA']],
  ['MX', 'BC', ['Baja California', 'BCN', 'BC']],
  ['MX', 'QE', ['Querétaro', 'QRO', 'QUE']],
  ['MX', 'EM', ['Estado de México', 'MEX', 'Edo. Méx.']],
  ['MX', 'DF', ['CMX', 'Ciudad de México', 'CDMX', 'DF', 'Mexico City']],
] as const)('the province of %s goes to carriers as %s', (country, expected, spellings) => {
  for (const province of spellings) expect(wireProvince({ country, province, city: 'X' }), province).toBe(expected)
})

test.each([
  ['DE', 'DE-BY', 'Bayern'],
  ['DE', 'Bayern', 'Bayern'],
  ['DE', 'BY', 'BY'],
  ['ES', 'ES-M', 'Madrid'],
  ['IT', 'Lombardia', 'Lombardia'],
  ['IE', 'Co. Kerry', 'Co. Kerry'],
  ['US', 'Nowhere', 'Nowhere'],
  ['US', null, null],
] as const)('in %s, %s goes to carriers as %s', (country, province, expected) => {
  expect(wireProvince({ country, province, city: 'X' })).toBe(expected)
})

test('couriers get the states of Mexico by their names', () => {
  const names = ['CMX', 'JA', 'Qro.', 'Nowhere'].map((province) => mapProvince({ country: 'MX', province, city: 'X' }))
  expect(names).toEqual(['Ciudad de México', 'Jalisco', 'Querétaro', 'Nowhere'])
  expect(mapProvince({ country: 'US', province: 'California', city: 'X' })).toBe('CA')
})

test('a text that is no province has no code', () => {
  expect(provinceCode({ country: 'US', province: 'Nowhere', city: 'X' })).toBeNull()
  expect(provinceCode({ country: 'US', province: ' ', city: 'X' })).toBeNull()
})
