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
    AK: 'Alas',
    AZ: 'Ariz',
    AR: 'Ark',
    CA: 'Calif|Cal',
    CO: 'Colo',
    CT: 'Conn',
    DC: 'Washington DC|Washington D C|Wash DC|Wash D C|Dist of Columbia|Washington District of Columbia',
    DE: 'Del',
    FL: 'Fla',
    HI: 'Hawai i',
    ID: 'Ida',
    IL: 'Ill',
    IN: 'Ind',
    KS: 'Kans|Kan',
    KY: 'Kent',
    MA: 'Mass',
    MI: 'Mich',
    MN: 'Minn',
    MS: 'Miss',
    MT: 'Mont',
    NE: 'Nebr|Neb',
    NV: 'Nev',
    NH: 'N Hampshire|N Hamp',
    NJ: 'N Jersey',
    NM: 'N Mex|N Mexico|New Mex',
    NC: 'N Car|N Carolina|No Carolina|North Car',
    ND: 'N Dak|N Dakota|No Dakota|North Dak',
    OK: 'Okla',
    OR: 'Oreg|Ore',
    PA: 'Penn|Penna',
    RI: 'Rhode Isl|R Island',
    SC: 'S Car|S Carolina|So Carolina|South Car',
    SD: 'S Dak|S Dakota|So Dakota|South Dak',
    TN: 'Tenn',
    TX: 'Tex',
    WA: 'Wash',
    WV: 'W Va|W Virginia|West Va',
    WI: 'Wis|Wisc',
    WY: 'Wyo',
  },
  CA: {
    // With the abbreviations that were usual before codes of two letters, in English and French.
    AB: 'Alta|Alb',
    BC: 'Colombie-Britannique|B Columbia|Brit Columbia|CB',
    MB: 'Man',
    NB: 'Nouveau-Brunswick|N Brunswick',
    NL: 'Newfoundland|Newfoundland & Labrador|Terre-Neuve-et-Labrador|Terre-Neuve|NF|Nfld|Newf|Nfld & Labrador|Nfld and Labrador|Nfld Lab|TNL|Labrador',
    NS: 'Nouvelle-Écosse|N Scotia',
    NT: 'Territoires du Nord-Ouest|NWT|TNO|N W Territories|Northwest Terr',
    NU: 'Nun|Nvt',
    ON: 'Ont',
    PE: 'PEI|Île-du-Prince-Édouard|ÎPÉ|P E Island|Prince Edward Isl|Prince Edward Is',
    QC: 'PQ|Québec|Que',
    SK: 'Sask',
    YT: 'Yukon Territory|Yukon Terr|Yuk|YK',
  },
  AU: {
    ACT: 'Australian Capital Terr|Canberra ACT',
    NSW: 'N S Wales|New Sth Wales',
    NT: 'N Territory|Northern Terr',
    QLD: 'Queensl',
    SA: 'S Australia|South Aust|Sth Australia|Sth Aust',
    TAS: 'Tasm',
    WA: 'W Australia|West Australia|Western Aust|West Aust|W Aust',
  },
  BR: {
    DF: 'Brasília',
    ES: 'Esp Santo|E Santo',
    MS: 'Mato Grosso Sul|M G do Sul',
    RN: 'R G do Norte|Rio Gde do Norte',
    RS: 'R G do Sul|Rio Gde do Sul',
  },
  IT: {
    // The Aosta Valley is a region without provinces, and AO is the code in its addresses.
    AO: 'AO|23|Aosta|Aoste|Valle d Aosta|Vallée d Aoste|Val d Aosta|Valle Aosta|VDA|Valle d Aosta Vallée d Aoste',
    AQ: 'Aquila',
    BT: 'BAT|Barletta|Andria|Trani',
    BZ: 'Südtirol|Suedtirol|Sudtirolo|Alto Adige|South Tyrol|Bolzano Bozen|Bozen Bolzano|Bozen Südtirol|Bolzano Alto Adige|Alto Adige Südtirol',
    FC: 'Forlì|FO|Cesena|Forlì e Cesena',
    FI: 'Florence|Florenz',
    GE: 'Genoa|Genua',
    LI: 'Leghorn',
    MB: 'Monza|Monza Brianza|Monza e della Brianza',
    MI: 'Milan|Mailand',
    MN: 'Mantua',
    MS: 'Massa|Carrara|Massa e Carrara',
    NA: 'Naples|Neapel',
    PD: 'Padua',
    PU: 'Pesaro|PS|Urbino|Pesaro Urbino',
    RC: 'Reggio di Calabria',
    RE: 'Reggio nell Emilia|Reggio Emilia',
    RM: 'Rome|ROMA|Roma Capitale',
    SP: 'Spezia',
    SR: 'Syracuse|Syrakus',
    TN: 'Trentino|Trient',
    TO: 'Turin',
    VB: 'VCO|Verbania|Verbano',
    VE: 'Venice|Venedig',
  },
  MX: {
    // Codes of two letters, as Mexican carriers write them, and common names and abbreviations.
    AGU: 'AG|Ags',
    BCN: 'BC|Baja California Norte|Baja Calif',
    BCS: 'BS|Baja Calif Sur',
    CAM: 'CM|Camp',
    CHP: 'CS|Chis',
    CHH: 'CH|Chih',
    CMX: 'CX|DF|CDMX|Mexico City|Distrito Federal|Cd de México|Cd México|Ciudad de México',
    COA: 'CO|Coahuila|Coah',
    COL: 'CL',
    DUR: 'DG|Dgo',
    GUA: 'GT|Gto',
    GRO: 'GR',
    HID: 'HG|Hgo',
    JAL: 'JA',
    MEX: 'EM|Estado de México|Edomex|Edo Mex|Edo de México|Edo de Méx|Est de México',
    MIC: 'MI|Michoacán|Mich',
    MOR: 'MO',
    NAY: 'NA',
    NLE: 'NL|Nvo León',
    OAX: 'OA',
    PUE: 'PU',
    QUE: 'QT|QE|QRO|Querétaro de Arteaga',
    ROO: 'QR|QROO|Q Roo',
    SIN: 'SI',
    SLP: 'SL|S L Potosí',
    SON: 'SO',
    TAB: 'TB',
    TAM: 'TM|Tamps',
    TLA: 'TL|Tlax',
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
/** Its code in addresses is AO. */
const AOSTA_REGION = 'IT-23'
const known = new Map<string, Names>()

function getNames(country: string): Names {
  const found = known.get(country)
  if (found !== undefined) return found
  const listed = iso31662
    .filter(({ code }) => code.startsWith(`${country}-`) && code !== AOSTA_REGION)
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
/** Words before or behind the name: `State of New York`, `Città metropolitana di Milano`. */
const KIND =
  /^(?:(?:STATE|PROVINCE|COMMONWEALTH) OF|(?:(?:PROVINCIA|PROV)(?: AUTONOMA)?|CITTA METROPOLITANA|LIBERO CONSORZIO COMUNALE)(?: (?:DI|DE|DEL|DELLA|DELL|D))?|PROVINZ|PROVINCE DE|(?:ESTADO|EDO|EST)(?: D[AEO])?) | (?:STATE|PROVINCE)$/
/** Signs around parts: `California (CA)`, `São Paulo - SP`, `Rio de Janeiro/RJ`. */
const BETWEEN_PARTS = /[()[\],;:/|]|\s[-–—]|[-–—]\s/
const LAST_WORD = /^(.+) (\S+)$/

/** The code of a text without parts. */
function findCode(country: string, plain: string): string | null {
  const { codes } = getNames(country)
  const others = [
    ...(plain.startsWith(`${country} `) ? [plain.slice(3)] : []),
    ...(LETTERS.test(plain) ? [plain.replaceAll(' ', '')] : []),
    plain.replace(KIND, ''),
    // A post code behind it.
    plain.replace(/ \d[\d ]{3,}$/, ''),
  ]
  return codes.get(plain) ?? others.map((other) => codes.get(other)).find((code) => code !== undefined) ?? null
}

/** The code that all known parts of a text have; a region, which has a number in Italy, does not count beside a province. */
function findCodeOfParts(country: string, text: string): string | null {
  const parts = text.split(BETWEEN_PARTS).map(plainName).filter(Boolean)
  const [, first, last] = LAST_WORD.exec(plainName(text)) ?? []
  // Virginia (West).
  const turned = parts.length === 2 ? findCode(country, `${parts[1]} ${parts[0]}`) : null
  if (turned !== null) return turned
  if (parts.length < 2) {
    const code = findCode(country, last ?? '')
    return code !== null && code === findCode(country, first ?? '') ? code : null
  }
  const found = new Set(parts.flatMap((part) => findCode(country, part) ?? []))
  const [code, ...rest] = [...found].filter((one) => found.size === 1 || !/^\d/.test(one))
  return code !== undefined && rest.length === 0 ? code : null
}

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
  return findCode(country, plain) ?? findCodeOfParts(country, province ?? '')
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
