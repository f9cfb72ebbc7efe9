/** Pure: the prices of options, and why they have none. */
import type { WireOptions } from '../wire/wire.ts'
import { convertEuroCents } from './countries.ts'

const SIGNATURE_CENTS = { required: 120, adult: 250 } as const
/** As a share of the insured value. */
const INSURANCE_PERCENT = 1
const LEAST_INSURANCE_CENTS = 90

interface Asked {
  options?: WireOptions | undefined
}

/** Why options in this currency are refused; null: they are not. */
export function optionRefusal(
  { options }: Asked,
  currency: string,
): { code: string; message: string; pointer: string } | null {
  const names = (['insurance', 'tip'] as const).filter((name) => (options?.[name]?.currency ?? currency) !== currency)
  const [name] = names
  if (name === undefined) return null
  const message = `Takes ${names.join(' and ')} in the currency of its price only, which is ${currency}.`
  return { code: 'option_not_supported', message, pointer: `/service_options/${name}` }
}

/** Additions to a price in this currency, in its minor unit. The tip is not taxed. */
export function optionLines({ options }: Asked, currency: string): { type: string; amountMinor: number }[] {
  const { signature, insurance, tip } = options ?? {}
  return [
    ...(signature ? [{ type: 'signature', amountMinor: convertEuroCents(SIGNATURE_CENTS[signature], currency) }] : []),
    ...(insurance
      ? [
          {
            type: 'insurance',
            amountMinor: Math.max(
              convertEuroCents(LEAST_INSURANCE_CENTS, currency),
              Math.ceil((insurance.amount_minor * INSURANCE_PERCENT) / 100),
            ),
          },
        ]
      : []),
    ...(tip ? [{ type: 'tip', amountMinor: tip.amount_minor }] : []),
  ]
}
