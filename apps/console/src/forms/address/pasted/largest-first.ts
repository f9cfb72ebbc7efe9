/** Pure: addresses in East Asian scripts, which run from the province to the door and have the name below. */
import { countryNamed } from '@waybill/sdk/sheets/countries/names'
import { isProvince, localProvinces } from './postal-forms.ts'
import { isCompany } from './recipient.ts'

interface LargestFirst {
  name?: string
  company?: string
  address_line_1?: string
  city?: string
  province?: string
  post_code?: string
  country: string
}

const SCRIPT = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u
const COUNTRIES = ['JP', 'KR', 'TW', 'HK', 'CN'] as const
const countryWords: Record<string, RegExp> = {
  JP: /^(?:日本国?)[\s,]*/,
  KR: /^(?:대한민국|한국)[\s,]*/,
  TW: /^(?:中華民國|臺灣|台灣|台湾)[\s,]*/,
  HK: /^(?:中国香港|中國香港|香港(?!島|岛|仔)|中国(?=香港))[\s,]*(?:特别行政区|特別行政區)?/,
  CN: /^(?:中国|中國|中华人民共和国)[\s,]*/,
}
const postCodes: Record<string, RegExp> = {
  JP: /〒?\s*(\d{3}-?\d{4})(?!\d)/,
  KR: /[([]?(?:우(?:편번호)?[)\]:]?\s*)?(?<!\d)(\d{5})(?![\d-])[)\]]?/,
  TW: /^[([]?(\d{3}(?:\d{2,3})?)(?![\d-])[)\]]?/,
  CN: /(?:邮编|邮政编码)?[:：]?\s*(?<!\d)(\d{6})(?!\d)/,
}
const HONORIFIC = /\s*(?:様|さま|先生|收|님|귀하|御中|殿)$/u
const towns: Record<string, RegExp> = {
  JP: /^(?:津市|四日市市|廿日市市|八日市市|[^\s\d]{2,8}?[市区]|[^\s\d]{1,6}?郡[^\s\d]{1,6}?[町村]|[^\s\d]{1,6}?[町村])/u,
  KR: /^[^\s\d]{1,6}[시군](?=\s)/u,
  TW: /^[^\s\d]{1,4}?[市鎮鄉](?=.)/u,
  CN: /^[^\s\d]{1,10}?(?:市|自治州|地区|盟)/u,
}
/** Districts and quarters of Hong Kong. */
const HONG_KONG =
  /^(?:尖沙咀|尖沙嘴|旺角|油麻地|佐敦|紅磡|九龍灣|九龍塘|九龍城|觀塘|牛頭角|長沙灣|荔枝角|深水埗|太子|黃大仙|鑽石山|中環|金鐘|上環|西環|西營盤|灣仔|銅鑼灣|天后|北角|鰂魚涌|太古|筲箕灣|柴灣|香港仔|鴨脷洲|赤柱|半山|沙田|大圍|火炭|馬鞍山|大埔|粉嶺|上水|元朗|天水圍|屯門|荃灣|葵涌|葵芳|青衣|東涌|將軍澳|西貢)(?![道街路里])/

/** Provinces that are a town. */
const MUNICIPAL = /(?:北京|上海|天津|重庆|重慶)市?$|특별시|광역시|자치시|^(?:서울|부산|대구|인천|광주|대전|울산|세종)$/u

const provinceAt = (country: string, text: string): string | undefined =>
  localProvinces(country).find((name) => text.startsWith(name))

/** The line of the address; the country is that of its province. */
function findAddress(lines: readonly string[], assumed: string): { index: number; country: string } | undefined {
  const order = [assumed, ...COUNTRIES.filter((code) => code !== assumed)]
  for (const country of order) {
    const word = countryWords[country]
    if (word === undefined) continue
    const index = lines.findIndex((line) => {
      const text = line.replace(word, '')
      const place = text.replace(postCodes[country] ?? /$^/, '').trim()
      if (provinceAt(country, place) === undefined) return country === 'HK' && word.test(line) && /[\d號号]/.test(line)
      return place.length > 4
    })
    if (index !== -1) return { index, country }
  }
}

const isAddressLine = (line: string): boolean =>
  /[市区區縣县路街號号道丁]|\d+-\d+|[로길동]\s*\d|\d(?:F|階|층)|ビル|マンション|ハイツ/u.test(line)

function takePostCode(lines: string[], index: number, found: LargestFirst): number {
  const pattern = postCodes[found.country]
  if (pattern === undefined) return index
  const text = lines[index] ?? ''
  const within = pattern.exec(text)
  // Not a number of the street.
  if (within !== null && (within.index === 0 || text.slice(within.index + within[0].length).trim() === '')) {
    found.post_code = within[1] ?? ''
    lines[index] = text.replace(within[0], '').trim()
    return index
  }
  const own = lines.findIndex((line) => pattern.exec(line)?.[0].trim() === line.trim())
  if (own === -1) return index
  found.post_code = pattern.exec(lines[own] ?? '')?.[1] ?? ''
  lines.splice(own, 1)
  return own < index ? index - 1 : index
}

const ROMAJI =
  /^(?:〒?\s*(?<code>\d{3}-\d{4})[\s,]+)?(?<province>[a-zōū]+(?:-(?:to|fu|ken))?)[\s,]+(?<city>[\p{L}-]+(?:-(?:ku|shi|cho|machi|mura|gun)|[ ](?:city|ward)))[\s,]+(?<street>.*\d.*)$/iu
const JAPAN = /[\s,]+japan\.?$/i

/** `Tokyo, Shibuya-ku, Jingumae 1-2-3`: the same order in Latin letters. */
export function readRomaji(lines: readonly string[]): LargestFirst | undefined {
  for (const [index, line] of lines.entries()) {
    const { code, province = '', city, street } = ROMAJI.exec(line.replace(JAPAN, ''))?.groups ?? {}
    if (!isProvince('JP', province) || city === undefined || street === undefined) continue
    const isCode = (text: string): boolean => /^〒?\s*\d{3}-\d{4}$/.test(text)
    const others = lines.filter((_, at) => at !== index)
    const postCode = code ?? others.find(isCode)?.replace(/^〒?\s*/, '')
    const found: LargestFirst = { country: 'JP', address_line_1: street, city, province }
    if (postCode !== undefined) found.post_code = postCode
    readNames(others, found)
    return found
  }
}

/** `…町901 〒600-8216 鈴木`: around the post code, and before the name. */
const CODE_AND_NAME =
  /\s+(?=〒?\s?\d{3}-\d{4}(?:\s+\D{1,20})?$)|(?<=^〒?\s?\d{3}-\d{4}|\s〒?\d{3}-\d{4})\s+(?=\D{1,20}$)/u

/** Undefined: the address is not in such a script, or its province is not known. */
export function readLargestFirst(all: readonly string[], assumed: string): LargestFirst | undefined {
  if (!all.some((line) => SCRIPT.test(line))) return
  const lines = all
    .flatMap((line) => (all.length === 1 ? line.split(/,|\s(?=〒)/) : [line]))
    .flatMap((line) => line.split(CODE_AND_NAME))
    .flatMap((line) => line.split(/\s(?=\S{2,6}(?:様|さま|님|귀하)$)/u))
    .map((line) => line.trim())
  const place = findAddress(lines, assumed)
  if (place === undefined) return
  const { country } = place
  const found: LargestFirst = { country }
  const index = takePostCode(lines, place.index, found)
  let rest = (lines[index] ?? '').replace(countryWords[country] ?? '', '').trim()
  lines.splice(index, 1)
  // The street may be on lines below.
  const streets: string[] = []
  while (lines[index] !== undefined && isAddressLine(lines[index] ?? '') && !isCompany(lines[index] ?? ''))
    streets.push(...lines.splice(index, 1))
  rest = takePlaces(rest, found)
  found.address_line_1 = [rest, ...streets].filter(Boolean).join(' ')
  readNames(lines, found)
  return found
}

/** The street, which is behind the province and town. */
function takePlaces(text: string, found: LargestFirst): string {
  const { country } = found
  const province = provinceAt(country, text)
  let rest = province === undefined ? text : text.slice(province.length).trim()
  if (province !== undefined) {
    const isTown = country === 'TW' ? province.endsWith('市') : country !== 'JP' && MUNICIPAL.test(province)
    if (isTown) {
      found.city = province
      // `北京市北京市朝阳区` names it twice.
      return rest.startsWith(province) ? rest.slice(province.length).trim() : rest
    }
    found.province = province
  }
  const town = (country === 'HK' ? HONG_KONG : towns[country])?.exec(rest)?.[0]
  if (town === undefined) return rest
  found.city = town
  rest = rest.slice(town.length).trim()
  return rest
}

function readNames(lines: readonly string[], found: LargestFirst): void {
  for (const line of lines) {
    const name = line.replace(HONORIFIC, '').trim()
    if (name === '' || /\d/.test(name) || countryNamed(name) !== undefined) continue
    if (isCompany(name)) found.company ??= name
    else found.name ??= name
  }
}
