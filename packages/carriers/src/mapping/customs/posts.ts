/** Pure: posts, and which form of the Universal Postal Union they ask for. */
import type { Money } from '@waybill/contracts/values/money'
import { toDecimal } from './values.ts'

/** Posts behind aggregators, by the beginning of their services. */
const POSTS =
  /^(?:usps|stamps_com|endicia|canada_post|australia_post|royal_mail|parcelforce|deutsche_post|la_poste|colissimo|poste_italiane|correos|postnl|bpost|an_post|postnord|posti|swiss_post|new_zealand_post|nz_post|singpost|japan_post)\b/

export const isPost = (serviceCode: string): boolean => POSTS.test(serviceCode)

/**
 * Services of parcel post and express mail, which have a CN 23 always: whole brands, all of USPS but First-Class, and what others call so.
 * Sources: eswatinipost.co.sz/parcels.php; teapplix.com/help/?page_id=7502, on USPS.
 */
const PARCEL_POST =
  /^(?:parcelforce|colissimo)\b|^(?:usps|stamps_com|endicia)\.(?!first)|\..*(?:parcel|paket|pakket|paquet|colis|pacco|xpress)|[._]ems(?:_|$)/

/** Packets of letter post. Source: legalclarity.org/customs-declaration-cn22-how-to-fill-out-the-form */
const HEAVIEST_PACKET_G = 2_000
/**
 * The value up to which a CN 22 does: 300 special drawing rights (post.japanpost.jp/int/use/writing/customs_en.html), in the amounts
 * that posts ask by. Sources: royalmail.com/business/international/guide/electronic-customs-data; for EUR and USD
 * dutiable.io/blog/how-to-file-cn22-customs-declaration of April 2026 (about 350 and 420), rounded down. Other currencies float too far.
 */
const LARGEST_VALUE: Readonly<Record<string, number>> = { GBP: 270, EUR: 350, USD: 400 }

/**
 * Why a packet needs a CN 23, said after its name. Null: a CN 22 does, or nobody knows, which is so of values in other
 * currencies. `value` null: not known, or in several currencies.
 */
export function cn22Refusal(grossGrams: number, value: Money | null): string | null {
  if (grossGrams > HEAVIEST_PACKET_G) return `weighs more than ${HEAVIEST_PACKET_G / 1_000} kg`
  const limit = value && LARGEST_VALUE[value.currency]
  return value && limit && toDecimal(value) > limit ? `is worth more than ${limit} ${value.currency}` : null
}

/** Whether it is sure that a CN 22 does. */
export const isForCn22 = (serviceCode: string, grossGrams: number, value: Money | null): boolean =>
  !PARCEL_POST.test(serviceCode) &&
  value !== null &&
  value.currency in LARGEST_VALUE &&
  cn22Refusal(grossGrams, value) === null
