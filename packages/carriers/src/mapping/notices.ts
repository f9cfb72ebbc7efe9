/** Pure: what a carrier says beside its offers. */
import type { Notice, Offer, QuoteRequest } from '../carrier-adapter.ts'
import { truncateProblem } from '../http/outcome.ts'

/** Words about a service or about a carrier behind an aggregator; null: about all. */
interface Remark {
  serviceCode: string | null
  message: string
}

/** The carrier of a service behind an aggregator: `usps` of `usps.priority`. */
const findCarrier = (serviceCode: string): string | null => /^([^.]+)\./.exec(serviceCode)?.[1] ?? null

/** The one value of all; null: there are several. */
const onlyOne = <Value>(values: readonly Value[]): Value | null =>
  new Set(values).size === 1 ? (values[0] ?? null) : null

/** Whether a notice speaks of a service that is offered. */
export const isAboutOffer = (serviceCode: string | null, offers: readonly Pick<Offer, 'serviceCode'>[]): boolean =>
  offers.some(
    (offer) => serviceCode === null || [offer.serviceCode, findCarrier(offer.serviceCode)].includes(serviceCode),
  )

/** A notice for each text: words that several services repeat are said once, of their carrier or of all. */
export function toNotices(remarks: readonly Remark[], offers: readonly Offer[]): Notice[] {
  const byMessage = Map.groupBy(
    remarks.filter(({ serviceCode, message }) => message.trim() !== '' && isAboutOffer(serviceCode, offers)),
    ({ message }) => message.trim(),
  )
  return [...byMessage].map(([message, said]) => {
    const codes = said.map(({ serviceCode }) => serviceCode)
    const carriers = codes.map((code) => (code === null ? null : (findCarrier(code) ?? code)))
    return {
      serviceCode: onlyOne(codes) ?? onlyOne(carriers),
      code: 'carrier_notice',
      message: truncateProblem({ code: 'carrier_notice', message }).message,
    }
  })
}

/**
 * Carriers behind aggregators whose parcels cost the same to homes and businesses: posts, and DHL's. Source: their public price
 * lists, none of which has a charge for a residential address.
 */
const SAME_PRICE =
  /^(?:usps|stamps_com|endicia|canada_post|australia_post|royal_mail|parcelforce|deutsche_post|la_poste|colissimo|poste_italiane|correos|postnl|bpost|an_post|postnord|posti|swiss_post|new_zealand_post|nz_post|singpost|japan_post|dhl|evri|hermes|asendia|globegistics|apc_postal)/

interface ResidentialQuote {
  request: Pick<QuoteRequest, 'dropoff'>
  offers: readonly Pick<Offer, 'serviceCode'>[]
  assumption: string
}

/**
 * Notices that the price assumes a home or a business at the drop-off, as `assumption` says. None if the merchant has stated
 * which it is, or no carrier of the offers charges by it.
 */
export function residentialNotices({ request, offers, assumption }: ResidentialQuote): Notice[] {
  if (typeof request.dropoff.residential === 'boolean') return []
  const charging = offers.filter(({ serviceCode }) => !SAME_PRICE.test(serviceCode))
  if (charging.length === 0) return []
  const pointer = '/dropoff_address/residential'
  const serviceCode = onlyOne(charging.map((offer) => findCarrier(offer.serviceCode)))
  return [{ serviceCode, code: 'residential_assumed', message: `${pointer} is not known: ${assumption}`, pointer }]
}

/** The assumption of carriers behind an aggregator that judge by themselves. */
export const carriersAssume = 'the carriers price it as a home or as a business, and may charge the difference later.'
