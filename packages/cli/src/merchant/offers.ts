/** Pure: the options of a quote. */
import type { QuoteOption } from '@waybill/sdk'

export type Preference = 'cheapest' | 'fastest'

/** The API has the cheapest first. Of options that are equally fast, the cheapest. */
export function chooseOffer(options: readonly QuoteOption[], preference: Preference): QuoteOption | undefined {
  if (preference === 'cheapest') return options[0]
  return options.toSorted((one, other) => Date.parse(one.eta_to) - Date.parse(other.eta_to))[0]
}

/** Columns of a table of offers. */
export const offerRow = (option: QuoteOption) => ({
  quote_option_id: option.quote_option_id,
  carrier: option.carried_by ?? option.carrier_name ?? option.carrier_code,
  service: option.service_name ?? option.service_code,
  price: `${option.total_amount} ${option.currency}`,
  delivery: window(option),
})

const minute = (time: string): string => time.slice(0, 16).replace('T', ' ')

function window({ eta_from: from, eta_to: to }: QuoteOption): string {
  const sameDay = from.slice(0, 10) === to.slice(0, 10)
  return `${minute(from)} – ${sameDay ? to.slice(11, 16) : minute(to)} UTC`
}
