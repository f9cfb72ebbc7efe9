/** Which offer is booked for each of many shipments. */
import { type Carrier, money, type QuoteOption } from '@waybill/sdk'

export type Rule =
  | { kind: 'cheapest' }
  | { kind: 'fastest' }
  | { kind: 'service'; carrierCode: string; serviceCode: string | null }

/** As the value of a choice: `cheapest`, `fastest`, `swift`, `swift/swift_next`. */
export const ruleText = (rule: Rule): string =>
  rule.kind === 'service' ? `${rule.carrierCode}/${rule.serviceCode ?? ''}` : rule.kind

/** The rule of a text; the cheapest for one that says nothing. */
export function readRule(text: string): Rule {
  if (text === 'fastest') return { kind: 'fastest' }
  const [carrierCode = '', serviceCode = ''] = text.split('/')
  return text.includes('/') && carrierCode !== ''
    ? { kind: 'service', carrierCode, serviceCode: serviceCode || null }
    : { kind: 'cheapest' }
}

/**
 * The offer to book: the cheapest, or the one that arrives first, of those that the rule allows. Of equal ones, the other
 * decides. Prices in another currency than the first offer's are not compared. Undefined: the rule allows none.
 */
export function chooseOffer(options: readonly QuoteOption[], rule: Rule): QuoteOption | undefined {
  const matching = options.filter(
    (option) =>
      rule.kind !== 'service' ||
      (option.carrier_code === rule.carrierCode && (rule.serviceCode ?? option.service_code) === option.service_code),
  )
  const allowed = matching.filter(({ currency }) => currency === matching[0]?.currency)
  const byPrice = (one: QuoteOption, other: QuoteOption) => money.compare(one.total_amount, other.total_amount)
  const byTime = (one: QuoteOption, other: QuoteOption) => Date.parse(one.eta_to) - Date.parse(other.eta_to)
  const [first, second] = rule.kind === 'fastest' ? [byTime, byPrice] : [byPrice, byTime]
  return allowed.toSorted((one, other) => first(one, other) || second(one, other))[0]
}

/** The rules that name a carrier or one of its services, for a choice. */
export const listRules = (
  carriers: readonly Carrier[],
): { name: string; rules: { text: string; service: string | null }[] }[] =>
  carriers.map(({ carrier_code: carrierCode, name, services }) => ({
    name,
    rules: [
      { text: ruleText({ kind: 'service', carrierCode, serviceCode: null }), service: null },
      ...services.map(({ service_code: serviceCode, name: service }) => ({
        text: ruleText({ kind: 'service', carrierCode, serviceCode }),
        service,
      })),
    ],
  }))
