/** Pure: options of a shipment in UPS's terms. Sources: Rating.yaml and Shipping.yaml, PackageServiceOptions and ShipmentServiceOptions. */
import { findCurrency, moneyText } from '@waybill/contracts/values/money'
import type { CarrierOptions, QuoteRequest } from '../../../carrier-adapter.ts'
import { insuredShares, noOptions, type OptionDecline, optionDecline } from '../../../carrier-options.ts'
import type { NotServed } from '../../../carrier-outcomes.ts'
import { isReturn, returnDecline } from '../../../vendor/returns.ts'
import { upsCountry } from './addresses.ts'
import { dutiesCharges } from './declaration.ts'

type Asked = Pick<QuoteRequest, 'pickup' | 'dropoff' | 'parcels' | 'options' | 'customs'>

/** Within these, UPS takes the signature of each package, elsewhere of the shipment. Source: Delivery Confirmation Origin-Destination Pairs. */
const SIGNED_BY_PACKAGE = ['US PR', 'CA']

const isSignedByPackage = ({ pickup, dropoff }: Asked): boolean =>
  SIGNED_BY_PACKAGE.some((area) => [pickup, dropoff].every((address) => area.includes(upsCountry(address))))

/** The two levels number the same signatures differently. */
const signatureTypes = { ofPackage: { required: '2', adult: '3' }, ofShipment: { required: '1', adult: '2' } } as const

/** A label that the merchant passes on: "UPS Print Return Label (PRL)". Source: Shipping.yaml, ReturnService. */
export const PRINT_RETURN_LABEL = { Code: '9' }

/** Packages of a return from these countries. Source: Shipping.yaml, Package: "US/PR origin return movements are limited to only one package". */
const SINGLE_PACKAGE_RETURNS = new Set(['US', 'PR'])
const MAX_RETURNED_PACKAGES = 20

/** The account's own end: that of the merchant, to whom returns go. */
export const shipperEnd = ({ pickup, dropoff, options }: Asked): QuoteRequest['pickup'] =>
  isReturn({ options }) ? dropoff : pickup

/** Options of the shipment and its forms, as a property; empty: none are asked for. */
export function shipmentOptions(request: Asked, forms: object = {}): { ShipmentServiceOptions?: object } {
  const { signature, saturdayDelivery } = request.options ?? noOptions
  const fields = {
    ...(saturdayDelivery && { SaturdayDeliveryIndicator: '' }),
    ...(signature &&
      !isSignedByPackage(request) && {
        DeliveryConfirmation: { DCISType: signatureTypes.ofShipment[signature] },
      }),
    ...forms,
  }
  return Object.keys(fields).length === 0 ? {} : { ShipmentServiceOptions: fields }
}

/** Options of each package, as a property; empty: none are asked for. */
export function packageOptions(request: Asked): { PackageServiceOptions?: object }[] {
  const { signature, insurance } = request.options ?? noOptions
  const insured = insurance ? insuredShares(insurance, request.parcels) : []
  return request.parcels.map((_, index) => {
    const value = insured[index]
    const fields = {
      ...(signature &&
        isSignedByPackage(request) && {
          DeliveryConfirmation: { DCISType: signatureTypes.ofPackage[signature] },
        }),
      ...(value && { DeclaredValue: { CurrencyCode: value.currency, MonetaryValue: moneyText(value) } }),
    }
    return Object.keys(fields).length === 0 ? {} : { PackageServiceOptions: fields }
  })
}

const billedAddress = ({ postCode, country }: NonNullable<CarrierOptions['billTo']>) => ({
  ...(postCode && { PostalCode: postCode }),
  ...(country && { CountryCode: country }),
})

/** Who pays UPS: the account, unless the merchant names another one. */
export function payer(accountNumber: string, request: Asked) {
  const billTo = request.options?.billTo ?? null
  const { account: AccountNumber = accountNumber } = billTo ?? {}
  const duties = dutiesCharges(request, accountNumber)
  const charge = (by: object) => ({ ShipmentCharge: [{ Type: '01', ...by }, ...duties] })
  if (billTo === null) return charge({ BillShipper: { AccountNumber } })
  return billTo.party === 'recipient'
    ? charge({ BillReceiver: { AccountNumber, ...(billTo.postCode && { Address: { PostalCode: billTo.postCode } }) } })
    : charge({ BillThirdParty: { AccountNumber, Address: billedAddress(billTo) } })
}

const unable = (decline: OptionDecline): NotServed => ({ kind: 'not_served', ...decline })

function findReturnDecline(request: Asked): NotServed | null {
  const { pickup, parcels, options = noOptions } = request
  if (options.signature)
    return unable(optionDecline('signature', 'UPS confirms no delivery of a return: its signature is none.'))
  if (options.billTo?.party === 'recipient')
    return unable(optionDecline('bill_to', 'UPS bills the recipient of no return. Bill the account or a third party.'))
  const most = SINGLE_PACKAGE_RETURNS.has(upsCountry(pickup)) ? 1 : MAX_RETURNED_PACKAGES
  if (parcels.length > most)
    return unable({
      code: 'too_many_parcels',
      message: `UPS takes ${most} parcel${most === 1 ? '' : 's'} as one return from here, not ${parcels.length}.`,
      pointer: '/parcels',
    })
  return returnDecline(request, 'UPS')
}

/** Why UPS need not be asked; null: it must. */
export function findOptionDecline(request: Asked): NotServed | null {
  const problem = findUnavailable(request)
  if (problem !== null) return unable(problem)
  return isReturn(request) ? findReturnDecline(request) : null
}

function findUnavailable(request: Asked): OptionDecline | null {
  const { pickup, dropoff, options = noOptions } = request
  const currency = findCurrency(shipperEnd(request).country)
  if (options.insurance && options.insurance.currency !== currency)
    return optionDecline('insurance', `UPS insures in the currency of the shipper only, which is ${currency}.`)
  if (options.saturdayDelivery && upsCountry(pickup) !== upsCountry(dropoff))
    return optionDecline('saturday_delivery', 'UPS confirms deliveries on Saturday within a country only.')
  return null
}
