/**
 * Pure: which territory an address is in, however it is spelt: by the ISO code of the territory, as a province of its country
 * (`US` with `PR`, `US-PR` or `Puerto Rico`), or by the post code alone. One place has one answer.
 */
import { plainName } from '@waybill/contracts/values/time-zone'
import type { CarrierAddress } from '../carrier-adapter.ts'

interface Territory {
  /** ISO 3166-1 code of the country whose provinces and post codes have it. */
  parent: string
  /** Its own ISO 3166-1 code, or one that only Waybill uses. */
  code: string
  name: string
  /** Its codes in ISO 3166-2 without the country, and its names, with `|` between them. */
  provinces: string
  /** Beginning of the post code: digits, or in the United Kingdom letters and digits. Null: post codes do not tell. */
  postCode: RegExp | null
}

const within =
  (parent: string) =>
  (code: string, name: string, [postCode, provinces]: readonly [RegExp | null, string]): Territory => ({
    parent,
    code,
    name,
    provinces,
    postCode,
  })
const [us, fr, gb, es, it, de] = ['US', 'FR', 'GB', 'ES', 'IT', 'DE'].map(within) as [
  ReturnType<typeof within>,
  ReturnType<typeof within>,
  ReturnType<typeof within>,
  ReturnType<typeof within>,
  ReturnType<typeof within>,
  ReturnType<typeof within>,
]

/** The first whose post code matches counts: Saint-Martin before Guadeloupe, in whose range it is. */
const territories: readonly Territory[] = [
  // USPS, Publication 28, appendix B (states and military "states"), and Publication 65 (ranges of ZIP codes).
  us('US-AA', 'Armed Forces Americas', [
    /^340/,
    'AA|AA Armed Forces Americas|Armed Forces Americas except Canada|Armed Forces Americas|Armed Forces the Americas',
  ]),
  us('US-AE', 'Armed Forces Europe', [
    /^09[0-8]/,
    'AE|AE Armed Forces Europe|Armed Forces Europe the Middle East and Canada|Armed Forces Europe the Middle East Africa and Canada|Armed Forces Europe|Armed Forces Africa|Armed Forces Canada|Armed Forces Middle East|Armed Forces Europe Middle East Africa and Canada',
  ]),
  us('US-AP', 'Armed Forces Pacific', [
    /^96[2-6]/,
    'AP|AP Armed Forces Pacific|Armed Forces Pacific|Armed Forces the Pacific',
  ]),
  us('PR', 'Puerto Rico', [
    /^00[679]/,
    'PR|P R|Puerto Rico|Commonwealth of Puerto Rico|The Commonwealth of Puerto Rico',
  ]),
  us('VI', 'US Virgin Islands', [
    /^008/,
    'VI|V I|USVI|Virgin Islands U S|United States Virgin Islands|Virgin Islands of the United States|Virgin Islands|US Virgin Islands|U S Virgin Islands|Virgin Islands US',
  ]),
  us('AS', 'American Samoa', [/^96799/, 'AS|American Samoa']),
  us('MP', 'Northern Mariana Islands', [
    /^9695[0-2]/,
    'MP|CNMI|Saipan|Northern Mariana Islands|Commonwealth of the Northern Mariana Islands',
  ]),
  us('PW', 'Palau', [/^969(39|40)/, 'PW|Palau']),
  us('FM', 'Micronesia', [/^9694[1-4]/, 'FM|Micronesia|Federated States of Micronesia']),
  us('MH', 'Marshall Islands', [/^969[67]0/, 'MH|Marshall Islands']),
  us('GU', 'Guam', [/^969/, 'GU|Guam']),
  us('UM', 'US Minor Outlying Islands', [null, 'UM|US Minor Outlying Islands|United States Minor Outlying Islands']),
  // La Poste, codes postaux; INSEE, code officiel géographique; ISO 3166-2:FR.
  fr('MC', 'Monaco', [/^980/, 'Monaco']),
  fr('BL', 'Saint-Barthélemy', [/^(97133|977)/, 'BL|977|Saint-Barthélemy|St Barthélemy']),
  fr('MF', 'Saint-Martin', [/^(97150|978)/, 'MF|978|Saint-Martin|St Martin']),
  fr('GP', 'Guadeloupe', [/^971/, 'GP|971|Guadeloupe']),
  fr('MQ', 'Martinique', [/^972/, 'MQ|972|Martinique']),
  fr('GF', 'French Guiana', [/^973/, 'GF|973|Guyane|Guyane française|French Guiana']),
  fr('RE', 'Réunion', [/^974/, 'RE|974|Réunion|La Réunion']),
  fr('PM', 'Saint-Pierre-et-Miquelon', [/^975/, 'PM|975|Saint-Pierre-et-Miquelon|St Pierre and Miquelon']),
  fr('YT', 'Mayotte', [/^976/, 'YT|976|Mayotte']),
  fr('TF', 'French Southern Territories', [/^984/, 'TF|984|Terres australes françaises|TAAF']),
  fr('WF', 'Wallis and Futuna', [/^986/, 'WF|986|Wallis-et-Futuna|Wallis and Futuna']),
  fr('PF', 'French Polynesia', [/^987/, 'PF|987|Polynésie française|French Polynesia']),
  fr('NC', 'New Caledonia', [/^988/, 'NC|988|Nouvelle-Calédonie|New Caledonia']),
  // Royal Mail, Programmers' Guide to PAF: areas of the Crown dependencies, Northern Ireland and the forces' post (BFPO).
  gb('JE', 'Jersey', [/^JE\d/, 'JE|Jersey']),
  gb('GG', 'Guernsey', [/^GY\d/, 'GG|Guernsey|Alderney|Sark|Herm']),
  gb('IM', 'Isle of Man', [/^IM\d/, 'IM|Isle of Man']),
  gb('GB-NIR', 'Northern Ireland', [
    /^BT\d/,
    'NIR|NI|Northern Ireland|N Ireland|Ulster|County Antrim|County Armagh|County Down|County Fermanagh|County Londonderry|County Tyrone|Co Antrim|Co Armagh|Co Down|Co Fermanagh|Co Londonderry|Co Tyrone',
  ]),
  gb('GB-BF', 'British Forces', [/^(BF\d|BFPO)/, 'BFPO|British Forces']),
  gb('GI', 'Gibraltar', [/^GX11/, 'GI|Gibraltar']),
  gb('FK', 'Falkland Islands', [/^FIQQ/, 'FK|Falkland Islands']),
  // Correos: 35 and 38 are Las Palmas and Santa Cruz de Tenerife. ISO 3166-2:ES.
  es('ES-CN', 'Canary Islands', [
    /^3[58]\d{3}/,
    'CN|GC|TF|IC|Canarias|Islas Canarias|Canary Islands|Las Palmas|Las Palmas de Gran Canaria|Santa Cruz de Tenerife|Tenerife|Gran Canaria',
  ]),
  es('ES-CE', 'Ceuta', [/^51\d{3}/, 'CE|Ceuta']),
  es('ES-ML', 'Melilla', [/^52\d{3}/, 'ML|Melilla']),
  // Poste Italiane. Livigno was 23030 before 2006, with other towns, and Campione CH-6911 before 2020.
  it('IT-LIV', 'Livigno', [/^23041/, 'Livigno']),
  it('IT-CAM', 'Campione d’Italia', [/^22061/, 'Campione|Campione d Italia']),
  it('SM', 'San Marino', [/^4789/, 'SM|RSM|San Marino']),
  it('VA', 'Vatican City', [/^00120/, 'SCV|Vatican City|Città del Vaticano']),
  // Deutsche Post. Büsingen has a Swiss post code as well.
  de('DE-HEL', 'Heligoland', [/^27498/, 'Helgoland|Heligoland']),
  de('DE-BUS', 'Büsingen', [/^78266/, 'Büsingen|Buesingen|Büsingen am Hochrhein']),
  within('CH')('DE-BUS', 'Büsingen', [/^8238/, 'Büsingen|Büsingen am Hochrhein']),
  within('CH')('IT-CAM', 'Campione d’Italia', [/^6911/, 'Campione|Campione d Italia']),
  within('CH')('LI', 'Liechtenstein', [/^94(8[5-9]|9[0-8])/, 'LI|FL|Liechtenstein']),
  within('CH')('CH-SAM', 'Samnaun', [/^756[23]/, 'Samnaun']),
  // Posten Åland, PostNord (Greenland 39, Faroes three digits or 38 earlier), Posten Bring (Svalbard, Jan Mayen), ELTA (Athos).
  within('FI')('AX', 'Åland', [
    /^22\d{3}/,
    'AX|01|Åland|Ahvenanmaa|Aland Islands|Åland Islands|Ahvenanmaan maakunta|Landskapet Åland',
  ]),
  within('DK')('GL', 'Greenland', [/^(39\d\d|2412)$/, 'GL|Grønland|Kalaallit Nunaat|Greenland']),
  within('DK')('FO', 'Faroe Islands', [/^(\d{3}|38\d\d)$/, 'FO|Færøerne|Føroyar|Faroe Islands']),
  within('NO')('SJ', 'Svalbard and Jan Mayen', [/^(917\d|8099)/, 'SJ|21|22|Svalbard|Jan Mayen']),
  within('GR')('GR-69', 'Mount Athos', [/^6308[67]/, '69|Agion Oros|Agio Oros|Άγιον Όρος|Άγιο Όρος|Mount Athos|Athos']),
  // ISO 3166-2:NL and ISO 3166-2:CN.
  within('NL')('AW', 'Aruba', [null, 'AW|Aruba']),
  within('NL')('CW', 'Curaçao', [null, 'CW|Curaçao']),
  within('NL')('SX', 'Sint Maarten', [null, 'SX|Sint Maarten']),
  within('NL')('BQ', 'Caribbean Netherlands', [null, 'BQ|BQ1|BQ2|BQ3|Bonaire|Saba|Sint Eustatius|Caribisch Nederland']),
  within('CN')('HK', 'Hong Kong', [/^999077/, 'HK|Hong Kong|Hongkong|香港|Xianggang|Hong Kong SAR']),
  within('CN')('MO', 'Macao', [/^999078/, 'MO|Macau|Macao|澳门|澳門|Aomen|Macao SAR']),
  within('CN')('TW', 'Taiwan', [null, 'TW|Taiwan|台湾|台灣|臺灣']),
  // Australia Post.
  within('AU')('NF', 'Norfolk Island', [/^2899/, 'NF|Norfolk Island']),
  within('AU')('CX', 'Christmas Island', [/^6798/, 'CX|Christmas Island']),
  within('AU')('CC', 'Cocos (Keeling) Islands', [/^6799/, 'CC|Cocos Islands|Cocos Keeling Islands']),
]

const parents = new Map(territories.map(({ parent, code }) => [code, parent]))
const byParent = Map.groupBy(territories, ({ parent }) => parent)
const byName = new Map<string, Territory>(
  territories.flatMap((territory) =>
    territory.provinces.split('|').map((name) => [`${territory.parent} ${plainName(name)}`, territory] as const),
  ),
)

type Place = Pick<CarrierAddress, 'country' | 'province' | 'postCode' | 'city'>

function findByPostCode(country: string, postCode: string | null): Territory | undefined {
  const text = postCode?.normalize('NFKC').toUpperCase() ?? ''
  const code = text.replace(country === 'GB' ? /[^A-Z\d]/g : /\D/g, '')
  return byParent.get(country)?.find((territory) => territory.postCode?.test(code))
}

function findByName(country: string, name: string | null): Territory | undefined {
  const plain = plainName(name ?? '')
  return byName.get(`${country} ${plain}`) ?? (plain.startsWith(`${country} `) ? byName.get(plain) : undefined)
}

/** The territory that is apart from its country; null: the address is in the country itself, which may be a territory. */
function findTerritory({ country, province, postCode, city }: Place): { code: string; name: string } | null {
  const parent = parents.get(country) ?? country
  const found = findByPostCode(parent, postCode) ?? findByName(country, province)
  if (found !== undefined) return found
  // Towns that are territories, such as Ceuta and Livigno. Saint-Martin is also a town of the mainland.
  const town = postCode === null ? findByName(country, city) : undefined
  return town?.code.includes('-') ? town : null
}

/** ISO 3166-1 code of the territory or country, or a code of `territories` for a part that has none: `PR`, `FR`, `ES-CN`. */
export const territoryCode = (place: Place): string => findTerritory(place)?.code ?? place.country

/** The ISO 3166-1 code of the territory, or of the country if the territory has none: `PR` of the state PR of the US. */
export function isoTerritory(place: Place): string {
  const code = territoryCode(place)
  return code.includes('-') ? place.country : code
}

/** `FR`, or with the territory that the post code or province tells: `FR (Réunion)`. */
export function placeName(place: Place): string {
  const territory = findTerritory(place)
  return territory === null || territory.code === place.country ? place.country : `${place.country} (${territory.name})`
}
