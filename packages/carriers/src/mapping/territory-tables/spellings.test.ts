import { iso31662 } from 'iso-3166'
import { expect, test } from 'vitest'
import type { CarrierAddress } from '../../carrier-adapter.ts'
import { aParcelTransport } from '../../testing/transports.ts'
import { customsDecline, type DeclarationNeeds } from '../customs/needs.ts'
import { isoTerritory, placeName } from '../territories.ts'

const transport = aParcelTransport(1_000)
const needs: DeclarationNeeds = {
  carrierName: 'Post',
  customs: ['contents'],
  items: [],
  needsValue: false,
  incoterms: ['DDP'],
  takesTaxId: () => false,
}
type Place = Partial<Pick<CarrierAddress, 'province' | 'city' | 'postCode'>>
const at = (country: string, place: Place): CarrierAddress => ({
  ...transport.pickup,
  country,
  province: null,
  postCode: null,
  city: 'Town',
  ...place,
})
const needsPapers = (country: string, place: Place): boolean =>
  customsDecline({ ...transport, pickup: at(country, {}), dropoff: at(country, place) }, needs) !== null

/** A country, provinces of its territories and cities in them, with `|` between them. */
const spellings: readonly (readonly [country: string, provinces: string, cities: string])[] = [
  [
    'GB',
    'GB-BFS|BFS|GB-DRS|GB-ANN|GB-AND|GB-ABC|GB-CCG|GB-FMO|GB-LBC|GB-MEA|GB-MUL|GB-NMD|GB-NIR|gb-bfs|Antrim|Derry|Co. Derry|County Derry|Co Derry|Derry/Londonderry|Tyrone|Fermanagh|Armagh|Down|Co. Down|County Down|DOWN|Co. Londonderry|Antrim & Newtownabbey|Mid-Ulster|Mid Ulster District|Belfast|Belfast City|City of Belfast|Newry, Mourne and Down|N. Ireland|Northern Ireland (NI)|Antrim, Northern Ireland|Co. Antrim, NI|Province of Ulster',
    'Belfast|BELFAST|Derry|Londonderry|Lisburn|Enniskillen|Northern Ireland',
  ],
  [
    'GB',
    'Channel Islands|The Channel Islands|C.I.|Bailiwick of Jersey|Bailiwick of Guernsey|States of Jersey|Isle of Jersey|Jersey (Channel Islands)|Jersey, C.I.|Jersey, Channel Islands|Alderney|Sark|Gibraltar|BFPO|British Forces Post Office|Bermuda|Cayman Islands|Ascension Island',
    'Jersey|St. Helier|Saint Helier|St Peter Port|Guernsey|Channel Islands|BFPO|Gibraltar',
  ],
  [
    'ES',
    'Lanzarote|Fuerteventura|La Palma|Isla de La Palma|La Gomera|El Hierro|Sta. Cruz de Tenerife|S/C de Tenerife|S.C. Tenerife|Santa Cruz de Tenerife|SANTA CRUZ DE TENERIFE|Provincia de Las Palmas|Las Palmas (GC)|Palmas, Las|Canarias (Las Palmas)|Comunidad Autónoma de Canarias|ES-TF|GC|Ciudad Autónoma de Ceuta|Ciudad de Melilla|Tenerife - Canarias',
    'Las Palmas|Sta. Cruz de Tenerife|Lanzarote|Arrecife|Ceuta|Melilla|Los Llanos de Aridane',
  ],
  [
    'FR',
    'Île de la Réunion|Ile de La Reunion|La Réunion|Reunion Island|RÉUNION|Département de la Réunion|Saint-Martin (FR)|Saint-Martin (French part)|St. Martin|Martinique (972)|972 - Martinique|972 Martinique|La Martinique|St-Barth|St. Barts|Saint-Barthélemy|St Barthélemy|Tahiti|Île de Tahiti|Guyane (973)|Guadeloupe, Antilles|DOM-TOM|Outre-mer|Mayotte 976|Nlle-Calédonie / Nouvelle-Calédonie',
    'Papeete|Nouméa|Fort-de-France|Cayenne|Mamoudzou|Pointe à Pitre|Île de la Réunion|Martinique',
  ],
  [
    'US',
    'Armed Forces Africa, Canada, Europe, Middle East|Armed Forces (AE)|Armed Forces AE|Armed Forces|U.S. Armed Forces|Armed Forces - Pacific|APO AE|FPO AP|DPO AA|APO|AE|St. Thomas|Saint Thomas|St. Croix|St. John|St. Thomas, VI|US Virgin Is.|U.S.V.I.|Guam (GU)|GU - Guam|Territory of Guam|Saipan MP',
    'APO|FPO|DPO|A.P.O.|APO AE|APO, AP|APO/FPO|Charlotte Amalie|Christiansted|Pago Pago|Saipan|Guam',
  ],
  [
    'DK',
    'Färöer|Faröer|Faroe|Faroes|Faroe Islands|Færøerne|Faeroerne|Färöer-Inseln|Îles Féroé|Grönland|Grønland|Gronland|Groenland|Greenland (GL)|FO',
    'Nuuk|NUUK|Tórshavn|Torshavn|Thorshavn|Klaksvík|Ilulissat|Faroe Islands',
  ],
  ['FI', 'Åland|Aaland|Åland Islands|Åland (AX)|FI-01', 'Mariehamn|Maarianhamina|Jomala'],
  ['NO', 'Svalbard|Svalbard og Jan Mayen|Spitsbergen|NO-21', 'Longyearbyen|Ny-Ålesund'],
  [
    'NL',
    'St. Maarten|Saint Maarten|Sint Maarten (Dutch part)|St Eustatius|Sint-Eustatius|Curaçao|Curacao|Bonaire|Netherlands Antilles|NL-BQ1|Caribbean Netherlands',
    'Willemstad|Kralendijk|Oranjestad|Philipsburg|Aruba',
  ],
  ['IT', 'Livigno (SO)', "Livigno|Campione d'Italia|Campione d’Italia"],
  ['NZ', 'Cook Islands|Niue', 'Rarotonga'],
  ['CN', 'Hong Kong SAR|Hong Kong S.A.R.|香港特別行政區|Macau (MO)|Taiwan Province', 'Hong Kong|Macau|Taipei'],
  ['AU', 'Norfolk Is.|Christmas Island (CX)', 'Norfolk Island'],
  ['GR', 'Άγιο Όρος|Mt. Athos', 'Mount Athos'],
]
const asked = spellings.flatMap(([country, provinces, cities]) => [
  ...provinces.split('|').map((province) => [country, { province }] as const),
  ...cities.split('|').map((city) => [country, { city }] as const),
])

test.each(asked)('papers are needed from the mainland of %s to %j', (country, place) => {
  expect(needsPapers(country, place)).toBe(true)
})

test.each([
  ['IT', { city: 'Livigno', postCode: '23030' }],
  ['IT', { city: 'LIVIGNO', postCode: '23041' }],
  ['IT', { city: "Campione d'Italia", postCode: '22060' }],
  ['IT', { city: 'Campione d’Italia', postCode: 'CH-6911' }],
  ['IT', { city: 'Town', postCode: '22061' }],
  ['NL', { city: 'Willemstad', postCode: '0000' }],
  ['NL', { city: 'Kralendijk', postCode: '-' }],
  ['NL', { city: 'Kralendijk', province: 'Bonaire', postCode: '00000' }],
  ['US', { city: 'APO', province: 'AE', postCode: '09012' }],
  ['GB', { city: 'Island', postCode: 'ASCN 1ZZ' }],
] as const)('papers are needed from the mainland of %s to %j with a post code', (country, place) => {
  expect(needsPapers(country, place)).toBe(true)
})

test.each([
  ['US', { city: 'Jersey City', province: 'NJ' }],
  ['US', { city: 'Jersey City' }],
  ['US', { city: 'Belfast', province: 'ME' }],
  ['US', { city: 'Derry', province: 'NH' }],
  ['US', { city: 'Antrim', province: 'NH' }],
  ['US', { city: 'Saint Thomas', province: 'PA' }],
  ['US', { city: 'St. John', province: 'IN' }],
  ['US', { city: 'Hudson', province: 'St. Croix County' }],
  ['US', { city: 'Town', province: 'Washington, D.C.' }],
  ['US', { province: 'Puerto Rico' }],
  ['US', { province: 'Porto Rico' }],
  ['GB', { city: 'Downham Market' }],
  ['GB', { city: 'Down' }],
  ['GB', { city: 'Down Ampney', province: 'Gloucestershire' }],
  ['GB', { city: 'Bangor', province: 'Gwynedd' }],
  ['GB', { city: 'Newcastle', province: 'Tyne and Wear' }],
  ['GB', { city: 'St Helens', province: 'GB-SHN' }],
  ['GB', { city: 'Town', province: 'Isle of Man' }],
  ['GB', { city: 'Town', province: 'Isle of Wight' }],
  ['GB', { city: 'Derby', province: 'Co. Durham' }],
  ['GB', { city: 'Belfast', postCode: 'SW1A 1AA' }],
  ['FR', { city: 'Saint-Martin' }],
  ['FR', { city: 'La Réunion' }],
  ['FR', { city: 'Saint-Barthélemy', province: 'Isère' }],
  ['FR', { city: 'Saint-Denis' }],
  ['FR', { city: 'La Flotte', province: 'Île de Ré' }],
  ['FR', { city: 'Paris', province: 'Île-de-France' }],
  ['FR', { city: 'Nice', province: 'PACA (06)' }],
  ['ES', { city: 'La Palma', province: 'Murcia' }],
  ['ES', { city: 'La Palma del Condado', province: 'Huelva' }],
  ['ES', { city: 'Palma', province: 'Islas Baleares' }],
  ['ES', { city: 'Toledo', province: 'Castilla-La Mancha (CM)' }],
  ['NL', { city: 'Willemstad', province: 'Noord-Brabant' }],
  ['NL', { city: 'Willemstad', postCode: '4797 AA' }],
  ['NL', { city: 'Sint Maarten', postCode: '1744 AA' }],
  ['NL', { city: 'Sint Maarten', province: 'Noord-Holland' }],
  ['IT', { city: 'Valdidentro', postCode: '23030' }],
  ['IT', { city: 'Argegno', postCode: '22060' }],
  ['IT', { city: 'San Marino', province: 'BO' }],
  ['DK', { city: 'Fårup' }],
  ['NO', { city: 'Sveio' }],
] as const)('no papers are needed within %s to %j', (country, place) => {
  expect(needsPapers(country, place)).toBe(false)
})

/** Subdivisions in ISO 3166-2 that are territories, and its regions that have both. */
const apart: Readonly<Record<string, RegExp>> = {
  US: /^(AS|GU|MP|PR|UM|VI)$/,
  FR: /^(97\d|BL|CP|MF|NC|PF|PM|TF|WF)$/,
  GB: /^(NIR|ABC|AND|ANN|BFS|CCG|DRS|FMO|LBC|MEA|MUL|NMD)$/,
  ES: /^(CE|CN|GC|ML|TF)$/,
  NL: /^(AW|BQ\d|CW|SX)$/,
  CN: /^(HK|MO|TW)$/,
  FI: /^01$/,
  NO: /^2[12]$/,
  GR: /^69$/,
}

test('each subdivision in ISO 3166-2 is apart or not, by its code and by its name', () => {
  const wrong = Object.entries(apart).flatMap(([country, territories]) =>
    iso31662
      .filter(({ code }) => code.startsWith(`${country}-`))
      .flatMap(({ code, name }) =>
        [code, code.slice(3), name, `${name} (${code.slice(3)})`].flatMap((province) =>
          (placeName(at(country, { province })) !== country) === territories.test(code.slice(3)) ? [] : [province],
        ),
      ),
  )
  expect(wrong).toEqual([])
  const mainlands = ['AU', 'CH', 'DE', 'DK', 'IT', 'NZ']
  const found = iso31662
    .filter(({ code }) => mainlands.includes(code.slice(0, 2)))
    .filter(({ code, name }) => [code, name].some((province) => isApart(code.slice(0, 2), province)))
  expect(found).toEqual([])
})

const isApart = (country: string, province: string): boolean => placeName(at(country, { province })) !== country

test.each([
  ['GB', { province: 'Channel Islands', city: 'St Helier' }, 'JE'],
  ['GB', { province: 'Channel Islands', city: 'Town' }, 'GB'],
  ['JE', { province: 'Channel Islands', city: 'St Helier' }, 'JE'],
  ['US', { province: 'St. Thomas' }, 'VI'],
  ['NL', { province: 'Netherlands Antilles', city: 'Willemstad' }, 'CW'],
] as const)('in %s, %j has the ISO code %s', (country, place, code) => {
  expect(isoTerritory(at(country, place))).toBe(code)
})
