/** Areas of a country by post code: where pickups or drop-offs are. */
import { z } from 'zod'
import { country } from './address.ts'

/** A post code as prefixes are compared with it: upper case, without spaces and hyphens. */
function comparablePostCode(text: string): string {
  return text.toUpperCase().replace(/[\s-]/g, '')
}

/** The beginning of post codes, as it is compared; null: all of the country. */
export const postCodePrefix = z
  .string()
  .trim()
  .min(1)
  .max(10)
  .transform((text) => comparablePostCode(text))
  .nullable()

export interface Area {
  country: string
  /** As `postCodePrefix` reads it. */
  post_code_prefix: string | null
}

/** An area in a request. */
export const areaSchema = z.strictObject({
  country,
  post_code_prefix: postCodePrefix
    .default(null)
    .describe('Post codes that begin with it: `SW1` stands for SW1A 1AA. Default null: the whole country.'),
})

/** Whether an address is in the area. An address without a post code is in whole countries only. */
export const isInArea = (address: { country: string; postCode: string | null }, area: Area): boolean =>
  address.country === area.country && comparablePostCode(address.postCode ?? '').startsWith(area.post_code_prefix ?? '')

/** `GB`, or `GB, post codes that begin with SW1`. */
export const areaText = ({ country: code, post_code_prefix: prefix }: Area): string =>
  prefix === null ? code : `${code}, post codes that begin with ${prefix}`
