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
  [
    'US',
    'CA',
    ['California (CA)', 'CA - California', 'CA, California', 'California, USA', 'ＣＡ', 'CA 94103', 'California CA'],
  ],
  ['US', 'HI', ['Hawaiʻi', "Hawai'i", 'Hawai’i', 'HAWAII']],
  ['US', 'ND', ['N.Dakota', 'N. Dakota', 'No. Dakota', 'N.D.']],
  ['US', 'WV', ['W. Virginia', 'W.Virginia', 'Virginia (West)', 'West Virginia (WV)']],
  ['US', 'DC', ['Washington, DC', 'Wash. D.C.']],
  ['US', 'PR', ['San Juan, PR', 'Puerto Rico (PR)']],
  ['US', 'AE', ['Armed Forces (AE)', 'APO AE', 'Armed Forces Africa, Canada, Europe, Middle East']],
  ['CA', 'QC', ['Quebec (QC)', 'Qué.', 'Que.', 'Québec, Canada', 'Province de Québec', 'QC - Québec']],
  ['CA', 'ON', ['Ont.', 'Ontario (ON)']],
  ['CA', 'AB', ['Alta.']],
  ['CA', 'SK', ['Sask.']],
  ['CA', 'MB', ['Man.', 'Manitoba']],
  ['CA', 'NL', ['Nfld', 'Nfld.', 'Newfoundland and Labrador (NL)', 'Nfld. & Labrador']],
  ['CA', 'PE', ['P.E.I.', 'Î.-P.-É.']],
  ['AU', 'NSW', ['New South Wales (NSW)', 'NSW - New South Wales', 'N.S. Wales']],
  ['AU', 'WA', ['W. Australia', 'Western Australia (WA)', 'West Australia']],
  ['BR', 'SP', ['São Paulo - SP', 'São Paulo/SP', 'Estado de São Paulo', 'SP - São Paulo', 'São Paulo SP']],
  ['BR', 'BA', ['Estado da Bahia', 'Bahia (BA)']],
  ['BR', 'RJ', ['Estado do Rio de Janeiro', 'Rio de Janeiro/RJ']],
  ['IT', 'MI', ['MILANO (MI)', 'Città metropolitana di Milano', 'MI - Milano', 'Lombardia (MI)', 'Milano MI']],
  [
    'IT',
    'BZ',
    ['Südtirol', 'Suedtirol', 'Alto Adige', 'Bolzano/Bozen', 'Provincia autonoma di Bolzano', 'Provinz Bozen'],
  ],
  ['IT', 'TN', ['Trento', 'Provincia Autonoma di Trento', 'Trentino']],
  [
    'IT',
    'AO',
    ['AO', 'IT-AO', 'Aosta', "Valle d'Aosta", 'Vallée d’Aoste', 'IT-23', 'Aosta (AO)', "Valle d'Aosta/Vallée d'Aoste"],
  ],
  ['IT', 'RM', ['Città metropolitana di Roma Capitale']],
  ['IT', 'AG', ['Libero consorzio comunale di Agrigento']],
  ['MX', 'TM', ['Tamps.', 'Tamaulipas (TAMPS)', 'Tamaulipas']],
  ['MX', 'DG', ['Dgo.', 'Estado de Durango']],
  ['MX', 'CO', ['Coah.']],
  ['MX', 'CM', ['Camp.']],
  ['MX', 'MI', ['Mich.']],
  ['MX', 'TL', ['Tlax.']],
  ['MX', 'QR', ['Q. Roo']],
  ['MX', 'DF', ['Ciudad de México (CDMX)']],
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
  ['US', 'New York, NJ', 'New York, NJ'],
  ['US', 'Nowhere (Left)', 'Nowhere (Left)'],
  ['US', 'Armed Forces', 'Armed Forces'],
  ['US', 'Virginia City MT', 'Virginia City MT'],
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
