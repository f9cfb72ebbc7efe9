/** Pure: provinces in the form of carriers, from what merchants send: an ISO 3166-2 code, its part behind the country, or a name. */
import { plainName } from '@waybill/contracts/values/time-zone'
import { iso31662 } from 'iso-3166'
import type { CarrierAddress } from '../carrier-adapter.ts'
import { territoryCode } from './territories.ts'

/** Countries whose addresses have the code. In all others, carriers take any text. */
const WITH_CODES = new Set(['US', 'CA', 'AU', 'BR', 'IT'])

/** Names and codes that ISO 3166-2 does not have: other languages, short names and former codes. */
const otherNames: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  US: {
    // With the abbreviations of the Style Manual of the U.S. Government Publishing Office, 9.13, and common ones.
    AL: 'Ala',
    AZ: 'Ariz',
    AR: 'Ark',
    CA: 'Calif|Cal',
    CO: 'Colo',
    CT: 'Conn',
    DC: 'Washington DC|Washington D C',
    FL: 'Fla',
    HI: 'Hawai i',
    IL: 'Ill',
    IN: 'Ind',
    KS: 'Kans|Kan',
    MA: 'Mass',
    MI: 'Mich',
    MN: 'Minn',
    MS: 'Miss',
    MT: 'Mont',
    NE: 'Nebr|Neb',
    NV: 'Nev',
    NM: 'N Mex',
    NC: 'N Car',
    ND: 'N Dak',
    OK: 'Okla',
    OR: 'Oreg|Ore',
    PA: 'Penn|Penna',
    SC: 'S Car',
    SD: 'S Dak',
    TN: 'Tenn',
    TX: 'Tex',
    WA: 'Wash',
    WV: 'W Va',
    WI: 'Wis|Wisc',
    WY: 'Wyo',
  },
  CA: {
    BC: 'Colombie-Britannique',
    NB: 'Nouveau-Brunswick',
    NL: 'Newfoundland|Newfoundland & Labrador|Terre-Neuve-et-Labrador|Terre-Neuve|NF|Labrador',
    NS: 'Nouvelle-Écosse',
    NT: 'Territoires du Nord-Ouest|NWT',
    PE: 'PEI|Île-du-Prince-Édouard',
    QC: 'PQ|Québec',
    YT: 'Yukon Territory|YK',
  },
  IT: {
    FC: 'Forlì|FO',
    MB: 'Monza|Monza e della Brianza',
    PU: 'Pesaro|PS',
    RC: 'Reggio di Calabria',
    RE: 'Reggio nell Emilia|Reggio Emilia',
    FI: 'Florence|Florenz',
    MI: 'Milan|Mailand',
    NA: 'Naples',
    RM: 'Rome|ROMA',
    TO: 'Turin',
    VE: 'Venice|Venedig',
    GE: 'Genoa',
  },
  MX: {
    // Codes of two letters, as Mexican carriers write them, and common names.
    AGU: 'AG|Ags',
    BCN: 'BC|Baja California Norte',
    BCS: 'BS',
    CAM: 'CM',
    CHP: 'CS|Chis',
    CHH: 'CH|Chih',
    CMX: 'CX|DF|CDMX|Mexico City|Distrito Federal',
    COA: 'CO|Coahuila',
    COL: 'CL',
    DUR: 'DG',
    GUA: 'GT|Gto',
    GRO: 'GR',
    HID: 'HG|Hgo',
    JAL: 'JA',
    MEX: 'EM|Estado de México|Edomex|Edo Mex|Edo de México',
    MIC: 'MI|Michoacán',
    MOR: 'MO',
    NAY: 'NA',
    NLE: 'NL',
    OAX: 'OA',
    PUE: 'PU',
    QUE: 'QT|QE|QRO|Querétaro de Arteaga',
    ROO: 'QR|QROO',
    SIN: 'SI',
    SLP: 'SL',
    SON: 'SO',
    TAB: 'TB',
    TAM: 'TM',
    TLA: 'TL',
    VER: 'VE|Veracruz',
    YUC: 'YU',
    ZAC: 'ZA',
  },
}

interface Names {
  /** ISO 3166-2 code without the country, by code and by name in `plainName`. */
  codes: ReadonlyMap<string, string>
  /** Name by code. */
  names: ReadonlyMap<string, string>
}
const known = new Map<string, Names>()

function getNames(country: string): Names {
  const found = known.get(country)
  if (found !== undefined) return found
  const listed = iso31662
    .filter(({ code }) => code.startsWith(`${country}-`))
    .map(({ code, name }) => ({ code: code.slice(3), name }))
  const others = Object.entries(otherNames[country] ?? {}).flatMap(([code, list]) =>
    list.split('|').map((name) => [plainName(name), code] as const),
  )
  const byName = listed.flatMap(({ code, name }) =>
    [name, ...name.split(/[,/[\]()]/)].filter((part) => part.trim()).map((part) => [plainName(part), code] as const),
  )
  const byCode = listed.map(({ code }) => [plainName(code), code] as const)
  // Later entries win: a code before a name, and both before other names.
  const codes = new Map([...others, ...byName, ...byCode])
  const names = new Map(listed.map(({ code, name }) => [code, name.split(',')[0]?.trim() ?? name]))
  known.set(country, { codes, names })
  return { codes, names }
}

/** Single letters, which had points behind them: `N.S.W.`. */
const LETTERS = /^\p{L}(?: \p{L})+$/u
/** Words before or behind the name: `State of New York`, `Provincia di Milano`. */
const KIND =
  /^(?:state of|province of|provincia di|provincia de|provincia|prov|estado de|estado do|estado) | (?:state|province)$/i

/** The code of a country's province without the country: `CA` of `US-CA`, `ca` or `California`; null: it is not known. */
export function provinceCode({
  country,
  province,
}: Pick<CarrierAddress, 'country' | 'province' | 'city'>): string | null {
  const plain = plainName(province ?? '')
  if (plain === '') return null
  if (country === 'US') {
    const territory = territoryCode({ country, province, city: '', postCode: null })
    // Military post without a region.
    if (territory === 'US-APO') return null
    // Military post has codes that ISO 3166-2 lacks: AE.
    if (territory !== 'US') return territory.replace('US-', '')
  }
  const { codes } = getNames(country)
  const others = [
    ...(plain.startsWith(`${country} `) ? [plain.slice(3)] : []),
    ...(LETTERS.test(plain) ? [plain.replaceAll(' ', '')] : []),
    plain.replace(KIND, ''),
  ]
  return codes.get(plain) ?? others.map((other) => codes.get(other)).find((code) => code !== undefined) ?? null
}

/** Codes of two letters, which FedEx and other parcel carriers have for Mexico. Source: FedEx, State and Province Codes. */
const MEXICAN: Readonly<Record<string, string>> = Object.fromEntries(
  'AGU-AG BCN-BC BCS-BS CAM-CM CHP-CS CHH-CH CMX-DF COA-CO COL-CL DUR-DG GUA-GT GRO-GR HID-HG JAL-JA MEX-EM MIC-MI MOR-MO NAY-NA NLE-NL OAX-OA PUE-PU QUE-QE ROO-QR SIN-SI SLP-SL SON-SO TAB-TB TAM-TM TLA-TL VER-VE YUC-YU ZAC-ZA'
    .split(' ')
    .map((pair) => pair.split('-')),
)

/** The province as maps find it, for couriers: as `wireProvince`, but in Mexico by its name. */
export function mapProvince(address: Pick<CarrierAddress, 'country' | 'province' | 'city'>): string | null {
  const code = address.country === 'MX' ? provinceCode(address) : null
  return (code === null ? undefined : getNames('MX').names.get(code)) ?? wireProvince(address)
}

/** The province as carriers take it: its code where addresses have it, else a name for an ISO code, else the text as sent. */
export function wireProvince(address: Pick<CarrierAddress, 'country' | 'province' | 'city'>): string | null {
  const { country, province } = address
  if (province === null) return null
  const code = provinceCode(address)
  if (code === null) return province
  if (country === 'MX') return MEXICAN[code] ?? code
  // Italy's regions have numbers, which no address has.
  if (WITH_CODES.has(country) && !/^\d/.test(code)) return code
  const isIsoCode = plainName(province) === `${country} ${code}`
  return isIsoCode ? (getNames(country).names.get(code) ?? province) : province
}
