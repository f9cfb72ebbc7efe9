/** Pure: the country that a text names: by a code of ISO 3166-1, or by a name in the languages of the world. */
import { plainText } from './plain-text.ts'

/** Languages in which a country is named: the console's own and those of most countries. */
const LANGUAGES = (
  'en de fr es it nl pt pl cs sv da nb fi is et lv lt hu ro sk sl hr bs sr sq mk bg el tr uk ru ka hy az kk he ar fa ur ' +
  'hi bn ta te th vi id ms fil ja ko zh zh-Hant sw ca ga mt nn gl eu lb cy be af'
).split(' ')

/** Names that `Intl.DisplayNames` does not have. */
const otherNames: Record<string, string> = {
  GB: 'uk|united kingdom of great britain and northern ireland|england|scotland|wales|northern ireland|angleterre|ecosse|pays de galles|irlande du nord|schottland|nordirland|inglaterra|escocia|gales|irlanda del norte|inghilterra|scozia|galles|irlanda del nord|engeland|schotland|noord ierland|great britain|britain|grossbritannien|grande bretagne|royaume uni|gran bretana',
  US: 'ee uu|eeuu|e e u u|estados unidos de america|estados unidos da america|stati uniti d america|vereinigte staaten von amerika|armed forces pacific|armed forces europe|armed forces americas|armed forces|usa|us|united states of america|the united states|etats unis d amerique|amerika',
  SA: 'ksa|السعودية|kingdom of saudi arabia|المملكة العربية السعودية',
  TH: 'ประเทศไทย|kingdom of thailand',
  IN: 'republic of india|bharat',
  PH: 'republic of the philippines|pilipinas',
  EG: 'arab republic of egypt|جمهورية مصر العربية',
  MA: 'kingdom of morocco|royaume du maroc|المملكة المغربية',
  ID: 'republik indonesia|republic of indonesia',
  AE: 'الامارات|uae|u a e|emirates',
  CN: 'pr china|p r china|peoples republic of china|prc|中国|中华人民共和国|中華人民共和國',
  TW: 'republic of china|taiwan r o c|taiwan roc|taiwan|r o c|taiwan republic of china|臺灣',
  HK: 'hong kong sar|hong kong|hongkong|hong kong s a r|hksar|香港',
  MO: 'macau|macao|macau sar|澳門|澳门',
  KR: 'korea|republic of korea|korea republic of|south korea|korea south|rok|한국',
  IE: 'republic of ireland|eire|rep of ireland',
  NL: 'holland|hollande|nederlanden',
  CZ: 'czech republic|ceska republika|czech rep|tschechische republik|republique tcheque|republica checa',
  TR: 'turkey|turkiye|republic of turkiye|turkiye cumhuriyeti',
  SK: 'slovak republic|slovenska republika',
  MK: 'macedonia|fyrom',
  RU: 'russian federation|rossiya|российская федерация|рф',
  VN: 'viet nam',
  LA: 'lao pdr',
  IR: 'iran islamic republic of',
  SY: 'syrian arab republic',
  CI: 'ivory coast',
  CD: 'dr congo|drc|democratic republic of the congo|democratic republic of congo|republique democratique du congo',
  CG: 'republic of the congo|republique du congo',
  KP: 'north korea|democratic peoples republic of korea|dprk',
  CV: 'cape verde',
  SZ: 'swaziland',
  MM: 'burma',
  DE: 'brd',
  NZ: 'aotearoa',
  CH: 'confoederatio helvetica|swiss confederation|schweizerische eidgenossenschaft|confederation suisse|confederazione svizzera',
  JP: '日本国',
  GR: 'ελλας|hellas|hellenic republic|ελληνικη δημοκρατια',
  SJ: 'svalbard|jan mayen',
  BQ: 'bonaire|saba|sint eustatius|caribisch nederland',
  PS: 'palestine',
  TL: 'east timor',
  FO: 'faeroe islands|føroyar',
  XK: 'kosova',
  VA: 'vatican|vatican city state|holy see|stato della citta del vaticano|citta del vaticano|santa sede',
  MX: 'united mexican states|estados unidos mexicanos',
  AR: 'argentine republic|republica argentina',
  BN: 'brunei darussalam|negara brunei darussalam',
  ZA: 'rsa',
  FR: 'french republic|republique francaise',
  IT: 'italian republic|repubblica italiana',
  PT: 'portuguese republic|republica portuguesa',
  PL: 'rzeczpospolita polska|rp',
  KG: 'kyrgyz republic',
  DO: 'dominican rep',
}

/** Codes of three letters, each with that of two. */
const ALPHA_3 =
  'ABWAW AFGAF AGOAO AIAAI ALAAX ALBAL ANDAD AREAE ARGAR ARMAM ASMAS ATAAQ ATFTF ATGAG AUSAU AUTAT AZEAZ BDIBI ' +
  'BELBE BENBJ BESBQ BFABF BGDBD BGRBG BHRBH BHSBS BIHBA BLMBL BLRBY BLZBZ BMUBM BOLBO BRABR BRBBB BRNBN BTNBT ' +
  'BVTBV BWABW CAFCF CANCA CCKCC CHECH CHLCL CHNCN CIVCI CMRCM CODCD COGCG COKCK COLCO COMKM CPVCV CRICR CUBCU ' +
  'CUWCW CXRCX CYMKY CYPCY CZECZ DEUDE DJIDJ DMADM DNKDK DOMDO DZADZ ECUEC EGYEG ERIER ESHEH ESPES ESTEE ETHET ' +
  'FINFI FJIFJ FLKFK FRAFR FROFO FSMFM GABGA GBRGB GEOGE GGYGG GHAGH GIBGI GINGN GLPGP GMBGM GNBGW GNQGQ GRCGR ' +
  'GRDGD GRLGL GTMGT GUFGF GUMGU GUYGY HKGHK HMDHM HNDHN HRVHR HTIHT HUNHU IDNID IMNIM INDIN IOTIO IRLIE IRNIR ' +
  'IRQIQ ISLIS ISRIL ITAIT JAMJM JEYJE JORJO JPNJP KAZKZ KENKE KGZKG KHMKH KIRKI KNAKN KORKR KWTKW LAOLA LBNLB ' +
  'LBRLR LBYLY LCALC LIELI LKALK LSOLS LTULT LUXLU LVALV MACMO MAFMF MARMA MCOMC MDAMD MDGMG MDVMV MEXMX MHLMH ' +
  'MKDMK MLIML MLTMT MMRMM MNEME MNGMN MNPMP MOZMZ MRTMR MSRMS MTQMQ MUSMU MWIMW MYSMY MYTYT NAMNA NCLNC NERNE ' +
  'NFKNF NGANG NICNI NIUNU NLDNL NORNO NPLNP NRUNR NZLNZ OMNOM PAKPK PANPA PCNPN PERPE PHLPH PLWPW PNGPG POLPL ' +
  'PRIPR PRKKP PRTPT PRYPY PSEPS PYFPF QATQA REURE ROURO RUSRU RWARW SAUSA SDNSD SENSN SGPSG SGSGS SHNSH SJMSJ ' +
  'SLBSB SLESL SLVSV SMRSM SOMSO SPMPM SRBRS SSDSS STPST SURSR SVKSK SVNSI SWESE SWZSZ SXMSX SYCSC SYRSY TCATC ' +
  'TCDTD TGOTG THATH TJKTJ TKLTK TKMTM TLSTL TONTO TTOTT TUNTN TURTR TUVTV TWNTW TZATZ UGAUG UKRUA UMIUM URYUY ' +
  'USAUS UZBUZ VATVA VCTVC VENVE VGBVG VIRVI VNMVN VUTVU WLFWF WSMWS XKKXK YEMYE ZAFZA ZMBZM ZWEZW'

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** Codes that name no country where parcels are delivered: groups, and codes for private use. */
const GROUPS = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ'])

/** ISO 3166-1 alpha-2 codes of today. */
export function listCountryCodes(): string[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
  return codes.filter(
    (code) =>
      !GROUPS.has(code) && Intl.getCanonicalLocales(`und-${code}`)[0] === `und-${code}` && names.of(code) !== undefined,
  )
}

let codesByName: Map<string, string> | undefined

/** Codes by the names of all countries. Made when the first name is looked up. */
function countryCodes(): Map<string, string> {
  if (codesByName) return codesByName
  const codes = new Map<string, string>()
  for (const [code, names] of Object.entries(otherNames)) for (const name of names.split('|')) codes.set(name, code)
  const listed = listCountryCodes()
  for (const language of LANGUAGES) {
    const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' })
    for (const code of listed) {
      const name = plainText(names.of(code) ?? '')
      if (name.length > 1 && !codes.has(name)) codes.set(name, code)
    }
  }
  codesByName = codes
  return codes
}

const LONGEST_NAME = 60

/** `Kingdom of the`, `Federal Republic of`, `Koninkrijk der`: what the full name of a nation has before the usual one. */
const FORM =
  /^(?:(?:federal|federative|peoples|democratic|socialist|islamic|arab|bolivarian|plurinational|oriental|united|hashemite|cooperative|independent) )*(?:republic|kingdom|state|principality|grand duchy|commonwealth|sultanate|union|federation)(?: of (?:the )?| )|^(?:republique|repubblica|republica|republik|republika|republiek|bundesrepublik|royaume|regno|reino|reinado|konigreich|koninkrijk|kongeriket|kongeriget|konungariket|principaute|principado|principato|furstentum|grand duche|gran ducato|grossherzogtum)(?: (?:federale?|federativa|populaire|popular|democratique|democratica|oriental|bolivariana|de|la|del|della|di|du|des|der|do|da|of|l|d))* /

/** ISO 3166-1 alpha-2 code of the country that has this name. */
export function countryNamed(text: string): string | undefined {
  if (text.length > LONGEST_NAME) return undefined
  const codes = countryCodes()
  const plain = plainText(text)
  const short = plain.replace(/^the /, '').replace(/^saint /, 'st ')
  const found = codes.get(plain) ?? codes.get(short) ?? codes.get(short.replace(/ and /, ' '))
  if (found !== undefined) return found
  // The state of Georgia is none.
  const usual = plain
    .replace(/^(?:the )?state of georgia$/, '')
    .replace(/^the /, '')
    .replace(FORM, '')
  return usual === plain ? undefined : codes.get(usual)
}

let alpha3: Map<string, string> | undefined

/** The code of two letters for one of three. */
export function countryOfAlpha3(text: string): string | undefined {
  alpha3 ??= new Map(ALPHA_3.split(' ').map((pair) => [pair.slice(0, 3), pair.slice(3)]))
  return alpha3.get(text)
}

/**
 * `GB`, `GBR`, `United Kingdom`, `United Kingdom (GB)`, `GB - United Kingdom` as GB. Two letters are taken for a code, also if no
 * country has it. The text itself if it is none of them, or its name and its code are of two countries.
 */
export function toCountryCode(text: string): string {
  const upper = text.trim().toUpperCase()
  if (/^[A-Z]{2}$/.test(upper)) return upper === 'UK' ? 'GB' : upper
  const whole = findCountry(text)
  if (whole !== undefined) return whole
  // Single blanks: with a run of them, time would grow with the square of its length.
  const spaced = text.trim().replace(/\s+/g, ' ')
  const [, first = '', second = ''] = /^(.+?) ?[-–—(/[] ?([^-–—()/[\]]+)[)\]]?$/.exec(spaced) ?? []
  const codes = [first, second].map((part) => {
    const code = part.trim()
    return /^[A-Z]{2}$/.test(code) && listCountryCodes().includes(code) ? code : findCountry(code)
  })
  const [one, other] = codes
  return one !== undefined && one === other ? one : text
}

const findCountry = (text: string): string | undefined =>
  countryOfAlpha3(text.trim().toUpperCase()) ?? countryNamed(text)
