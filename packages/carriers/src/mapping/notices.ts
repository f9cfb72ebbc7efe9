/** Pure: what a carrier says beside its offers. */
import type { Notice, Offer } from '../carrier-adapter.ts'
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
