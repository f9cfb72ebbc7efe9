/** Pure: how a territory is known. */

export interface Territory {
  /** ISO 3166-1 code of the country whose provinces and post codes have it. */
  parent: string
  /** Its own ISO 3166-1 code, or one that only Waybill uses. */
  code: string
  name: string
  /** Its codes in ISO 3166-2 without the country, and its names, with `|` between them. They count as a province. */
  provinces: string
  /** Towns in it, with `|` between them. They count as a province, and as a city without a post code. */
  towns: string
  /** Names of it that mainland towns have as well, so that they do not count as a city. */
  notTowns: string
  /** Beginning of the post code: digits, or in the United Kingdom letters and digits. Null: post codes do not tell. */
  postCode: RegExp | null
  /** Post codes that it has together with the mainland: the town tells. */
  sharedPostCode: RegExp | null
  /** Several territories have this name, so that a town in one of them tells more. */
  isVague: boolean
}

type Known = Partial<Omit<Territory, 'parent' | 'code' | 'name' | 'provinces'>>

export const within =
  (parent: string) =>
  (code: string, name: string, provinces: string, known: Known = {}): Territory => ({
    parent,
    code,
    name,
    provinces,
    towns: '',
    notTowns: '',
    postCode: null,
    sharedPostCode: null,
    isVague: false,
    ...known,
  })
