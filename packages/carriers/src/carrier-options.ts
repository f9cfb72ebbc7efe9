/** Pure: options of a shipment as adapters get them, and which of them a carrier takes. */
import type { CarrierMessageCode } from '@waybill/contracts/quotes/carrier-message'
import type { ServiceOptions } from '@waybill/contracts/requests/service-options'
import type { Shipment } from '@waybill/contracts/shipment'
import type { Money } from '@waybill/contracts/values/money'
import type { CarrierAddress, CarrierOptions, CarrierParcel } from './carrier-adapter.ts'
import type { OptionSupport } from './carrier-descriptor.ts'

/** No options. */
export const noOptions: CarrierOptions = {
  signature: null,
  insurance: null,
  saturdayDelivery: false,
  labelReferences: [],
  returnAddress: null,
  billTo: null,
  dangerousGoods: null,
  minimumAge: null,
  deliveryPin: false,
  tip: null,
  returns: null,
}

/** An amount as it is stored. */
export const toMoney = ({ amount, currency }: { amount: string; currency: string }): Money => ({
  currency,
  exponent: (amount.split('.')[1] ?? '').length,
  amountMinor: Number(amount.replace('.', '')),
})

/** The options for carriers, those of a return too; absent if nothing is asked for. */
export function carrierOptions(
  { serviceOptions: options, returnTerms }: Pick<Shipment, 'serviceOptions' | 'returnTerms'>,
  toAddress: (address: NonNullable<ServiceOptions['return_address']>) => CarrierAddress,
): { options?: CarrierOptions } {
  const returns = returnTerms ? { pay: returnTerms.pay, label: returnTerms.label } : null
  if (!options) return returns ? { options: { ...noOptions, returns } } : {}
  return {
    options: {
      signature: options.signature === 'none' ? null : options.signature,
      insurance: options.insurance && { ...toMoney(options.insurance), provider: options.insurance.provider },
      saturdayDelivery: options.saturday_delivery,
      labelReferences: options.label_references,
      returnAddress: options.return_address && toAddress(options.return_address),
      billTo: options.bill_to && {
        party: options.bill_to.party,
        account: options.bill_to.account,
        country: options.bill_to.country,
        postCode: options.bill_to.post_code,
      },
      dangerousGoods: options.dangerous_goods?.kind ?? null,
      minimumAge: options.age_verification?.minimum_age ?? null,
      deliveryPin: options.delivery_pin,
      tip: options.tip && toMoney(options.tip),
      returns,
    },
  }
}

/** Why a carrier makes no offer. */
export interface OptionDecline {
  code: CarrierMessageCode
  message: string
  pointer: string
}

export const optionDecline = (name: string, message: string): OptionDecline => ({
  code: 'option_not_supported',
  message,
  pointer: `/service_options/${name}`,
})

const listed = (values: readonly (string | number)[]): string => values.join(' or ')

/** Why a carrier cannot take the insurance; null: it can. */
function insuranceProblem(
  { insurance }: CarrierOptions,
  { insurance: able }: OptionSupport,
  parcels: readonly unknown[],
): string | null {
  if (insurance === null) return null
  if (able === undefined) return 'does not insure'
  const { providers, currencies, maxParcels = Number.POSITIVE_INFINITY } = able
  if (insurance.provider !== null && !providers.includes(insurance.provider))
    return `has no insurance of the provider ${insurance.provider}, only of ${listed(providers)}`
  if (currencies && !currencies.includes(insurance.currency))
    return `insures in ${listed(currencies)} only, not in ${insurance.currency}`
  return parcels.length > maxParcels ? `insures shipments of at most ${maxParcels} parcel` : null
}

function signatureProblem({ signature }: CarrierOptions, { signature: able = [] }: OptionSupport): string | null {
  if (signature === null || able.includes(signature)) return null
  return able.length === 0 ? 'asks for no signatures' : `takes the signature ${listed(able)}, not ${signature}`
}

function ageProblem({ minimumAge }: CarrierOptions, { minimumAge: able = [] }: OptionSupport): string | null {
  if (minimumAge === null || able === '*' || able.includes(minimumAge)) return null
  return able.length === 0 ? 'checks no ages' : `checks the age ${listed(able)} only`
}

function goodsProblem({ dangerousGoods }: CarrierOptions, { dangerousGoods: able = [] }: OptionSupport): string | null {
  if (dangerousGoods === null || able.includes(dangerousGoods)) return null
  const taken = able.length === 0 ? 'no dangerous goods' : `${listed(able)} only`
  return `takes ${taken} through Waybill, not ${dangerousGoods}`
}

/** The parts of a return that a carrier cannot do, by the field of the shipment. */
function returnProblems({ returns }: CarrierOptions, { returns: able }: OptionSupport): Record<string, string | null> {
  if (returns === null) return {}
  if (able === undefined) return { '/direction': 'takes no returns through Waybill' }
  const { pay, label } = returns
  return {
    '/return_terms/pay':
      pay === null || able.pay.includes(pay)
        ? null
        : `charges for returns ${listed(able.pay) || 'as each of its carriers does'}, not ${pay}`,
    '/return_terms/label': unable(label === 'qr', able.qr, 'makes no codes for returns'),
  }
}

const unable = (isAsked: boolean, able: true | undefined, problem: string): string | null =>
  isAsked && able === undefined ? problem : null

/** Every option that the carrier does not take, as one reason for no offer; null: it takes all. */
export function findUnsupportedOption(
  { name, options: able = {} }: { name: string; options?: OptionSupport },
  { options, parcels }: { options?: CarrierOptions; parcels: readonly unknown[] },
): OptionDecline | null {
  if (options === undefined) return null
  const problems: Record<string, string | null> = {
    signature: signatureProblem(options, able),
    insurance: insuranceProblem(options, able, parcels),
    saturday_delivery: unable(
      options.saturdayDelivery,
      able.saturdayDelivery,
      'cannot be asked to deliver on Saturday',
    ),
    label_references: unable(
      options.labelReferences.length > 0,
      able.labelReferences,
      'prints no texts of the merchant',
    ),
    return_address: unable(options.returnAddress !== null, able.returnAddress, 'returns to the pickup only'),
    bill_to: unable(options.billTo !== null, able.billTo, 'bills the account only'),
    dangerous_goods: goodsProblem(options, able),
    age_verification: ageProblem(options, able),
    delivery_pin: unable(options.deliveryPin, able.deliveryPin, 'asks for no PIN'),
    tip: unable(options.tip !== null, able.tip, 'takes no tips'),
  }
  const byPointer = Object.entries(problems).map(
    ([option, problem]) => [`/service_options/${option}`, problem] as const,
  )
  const all = [...byPointer, ...Object.entries(returnProblems(options, able))]
  const found = all.filter(([, problem]) => problem !== null)
  const [first] = found
  if (first === undefined) return null
  const message = found.map(([pointer, problem]) => `${name} ${problem}: ${pointer}.`).join(' ')
  return { code: 'option_not_supported', message, pointer: first[0] }
}

/**
 * The insured value of each parcel: its share by declared value, or an equal part if a parcel has none or the currencies differ.
 * The first parcels get what does not divide.
 */
export function insuredShares(total: Money, parcels: readonly Pick<CarrierParcel, 'declaredValue'>[]): Money[] {
  const values = parcels.map(({ declaredValue }) => declaredValue ?? null)
  const [first] = values
  const isShared = values.every((value) => value !== null && value.currency === first?.currency)
  const weights = values.map((value) => BigInt(isShared ? (value?.amountMinor ?? 0) : 1))
  const sum = weights.reduce((all, weight) => all + weight, 0n)
  const shares = weights.map((weight) => Number((BigInt(total.amountMinor) * weight) / sum))
  const rest = total.amountMinor - shares.reduce((all, share) => all + share, 0)
  return shares.map((share, index) => ({ ...total, amountMinor: share + (index < rest ? 1 : 0) }))
}
