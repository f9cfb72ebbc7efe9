/** Pure: quotes and bookings in UPS's terms. Its numbers are strings. */
import { localMinute } from '@waybill/contracts/values/local-time'
import { cutText } from '@waybill/contracts/values/text'
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import type { BookRequest, CarrierParcel, QuoteRequest } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { countsPounds, parcelSides, parcelWeight } from '../../../mapping/measures.ts'
import { isReturn } from '../../../vendor/returns.ts'
import { upsTextLimits } from '../descriptor.ts'
import { readName, toDestination, toParty, toWireAddress, upsCountry } from './addresses.ts'
import { exportNumber, internationalForms, invoiceTotal } from './declaration.ts'
import { PRINT_RETURN_LABEL, packageOptions, payer, shipmentOptions, shipperEnd } from './options.ts'

/** Qualified domestic shipments carry their references on the packages, all others on the shipment. */
const REFERENCES_ON_PACKAGES = new Set(['US', 'PR'])

/** Where UPS takes pounds and inches only. Elsewhere: kilograms and centimetres. */
const isImperial = ({ pickup }: Pick<QuoteRequest, 'pickup'>): boolean => countsPounds(pickup.country)

/** The weight of all parcels, with the one decimal that UPS keeps of each. */
const toWeight = (parcels: readonly CarrierParcel[], imperial: boolean) => ({
  UnitOfMeasurement: imperial ? { Code: 'LBS', Description: 'Pounds' } : { Code: 'KGS', Description: 'Kilograms' },
  Weight: parcels.reduce((sum, parcel) => sum + parcelWeight(parcel, imperial ? 'lb' : 'kg', 1), 0).toFixed(1),
})

/** Whole units, the longest side first. */
function toDimensions(parcel: CarrierParcel, imperial: boolean) {
  const sides = Object.values(parcelSides(parcel, imperial ? 'in' : 'cm', 0))
  const [length = 1, width = 1, height = 1] = sides.toSorted((a, b) => b - a)
  return {
    UnitOfMeasurement: imperial ? { Code: 'IN', Description: 'Inches' } : { Code: 'CM', Description: 'Centimeters' },
    Length: String(length),
    Width: String(width),
    Height: String(height),
  }
}

/** Packaging of the merchant's own. */
const PACKAGE = { Code: '02', Description: 'Package' }

/** Negotiated rates instead of published ones, and the taxes. */
const negotiated = { ShipmentRatingOptions: { NegotiatedRatesIndicator: 'Y' }, TaxInformationIndicator: 'Y' }

/**
 * UPS adds times in transit within a country. Between countries it needs the value of the goods for them, which is not known here.
 * Source: Rating.yaml, InvoiceLineTotal.
 */
const hasTransitTimes = ({ pickup, dropoff }: Pick<QuoteRequest, 'pickup' | 'dropoff'>): boolean =>
  upsCountry(pickup) === upsCountry(dropoff)

const inTransit = (request: QuoteRequest) => {
  const imperial = isImperial(request)
  const [date = '', time = ''] = localMinute(request.readyAt, getTimeZone(request.pickup)).split('T')
  return {
    ShipmentTotalWeight: toWeight(request.parcels, imperial),
    DeliveryTimeInformation: {
      // 03: not documents.
      PackageBillType: '03',
      Pickup: { Date: date.replaceAll('-', ''), Time: time.replace(':', '') },
    },
  }
}

/** The option of a rate request, which is also the end of its path. */
export const rateOption = (request: Pick<QuoteRequest, 'pickup' | 'dropoff'>): string =>
  hasTransitTimes(request) ? 'Shoptimeintransit' : 'Shop'

/** Asks for the prices of all services. */
export function toRateRequest(request: QuoteRequest, accountNumber: string): object {
  const imperial = isImperial(request)
  const options = packageOptions(request)
  const party = (address: QuoteRequest['pickup']) => {
    const name = readName(address)
    return { ...(name !== null && { Name: name }), Address: toWireAddress(address) }
  }
  return {
    RateRequest: {
      Request: { RequestOption: rateOption(request), SubVersion: '2409' },
      Shipment: {
        Shipper: { ...party(shipperEnd(request)), ShipperNumber: accountNumber },
        ShipTo: { ...party(request.dropoff), Address: toDestination(request.dropoff) },
        ShipFrom: party(request.pickup),
        PaymentDetails: payer(accountNumber, request),
        ...negotiated,
        ...shipmentOptions(request, isReturn(request) ? { ReturnService: PRINT_RETURN_LABEL } : {}),
        ...invoiceTotal(request),
        ...(hasTransitTimes(request) && inTransit(request)),
        NumOfPieces: String(request.parcels.length),
        Package: request.parcels.map((parcel, index) => ({
          PackagingType: PACKAGE,
          Dimensions: toDimensions(parcel, imperial),
          PackageWeight: toWeight([parcel], imperial),
          ...options[index],
        })),
      },
    },
  }
}

const probeAddress = (line: string, city: string, postCode: string) => ({
  AddressLine: [line],
  City: city,
  StateProvinceCode: 'GA',
  PostalCode: postCode,
  CountryCode: 'US',
})

/** A published price for a fixed package: shows whether the credentials and the product Rating work. */
export const probe: object = {
  RateRequest: {
    Request: { RequestOption: 'Rate', SubVersion: '2409' },
    Shipment: {
      Shipper: { Address: probeAddress('55 Glenlake Parkway NE', 'Atlanta', '30328') },
      ShipTo: { Address: probeAddress('12380 Morris Road', 'Alpharetta', '30005') },
      Service: { Code: '03', Description: 'Ground' },
      Package: [
        {
          PackagingType: PACKAGE,
          PackageWeight: { UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' }, Weight: '1.0' },
        },
      ],
    },
  },
}

const GOODS = 'Merchandise'
const RETURNED_DESCRIPTION_LENGTH = 35

/** Description of the goods, from the titles of the parcels. */
const describeGoods = ({ parcels }: BookRequest): string => {
  const titles = [...new Set(parcels.map(({ title }) => title?.trim()).filter(Boolean))]
  return cutText(titles.join(', ') || GOODS, upsTextLimits.goods)
}

/** UPS needs the description of every package of a return. Source: Shipping.yaml, Package/Description. */
const describeParcel = ({ title }: CarrierParcel): string =>
  cutText(title?.trim() || GOODS, RETURNED_DESCRIPTION_LENGTH)

/** The merchant's texts for the label, the merchant's number and ours, of which UPS prints the first two. */
const toReferences = ({ merchantOrderRef, reference, options = noOptions }: BookRequest) =>
  options.labelReferences
    .map((text) => cutText(text, upsTextLimits.label_references))
    .concat(cutText(merchantOrderRef.trim(), upsTextLimits.merchant_order_ref), reference)
    .filter(Boolean)
    .map((value) => ({ Value: value }))

/** UPS takes the address of the shipper and of the recipient only. */
const withoutEmail = ({ EMailAddress: _, ...party }: ReturnType<typeof toParty>) => party

/** Buys labels for all parcels. */
export function toShipmentRequest(request: BookRequest, upsCode: string, accountNumber: string): object {
  const imperial = isImperial(request)
  const { pickup, dropoff } = request
  const options = packageOptions(request)
  const onPackages = hasTransitTimes(request) && REFERENCES_ON_PACKAGES.has(upsCountry(pickup))
  const references = { ReferenceNumber: toReferences(request) }
  return {
    ShipmentRequest: {
      Request: {
        RequestOption: 'nonvalidate',
        SubVersion: '2205',
        TransactionReference: { CustomerContext: request.reference },
      },
      Shipment: {
        Description: describeGoods(request),
        Shipper: { ...toParty(shipperEnd(request)), ShipperNumber: accountNumber },
        ShipTo: { ...toParty(dropoff), Address: toDestination(dropoff) },
        ShipFrom: withoutEmail(toParty(pickup)),
        PaymentInformation: payer(accountNumber, request),
        ...negotiated,
        ...shipmentOptions(request, internationalForms(request)),
        ...invoiceTotal(request),
        ...exportNumber(request),
        Service: { Code: upsCode },
        ...(isReturn(request) && { ReturnService: PRINT_RETURN_LABEL }),
        ...(!onPackages && references),
        Package: request.parcels.map((parcel, index) => ({
          ...(isReturn(request) && { Description: describeParcel(parcel) }),
          Packaging: PACKAGE,
          Dimensions: toDimensions(parcel, imperial),
          PackageWeight: toWeight([parcel], imperial),
          ...options[index],
          ...(onPackages && references),
        })),
      },
      LabelSpecification: zplLabel,
    },
  }
}

const zplLabel = { LabelImageFormat: { Code: 'ZPL' }, LabelStockSize: { Height: '6', Width: '4' } }

/** Which shipment: its number, or a reference of the shipper account. */
export type Recovered = { trackingNumber: string } | { reference: string; accountNumber: string }

/** Asks for the labels of a shipment again. */
export const toRecoveryRequest = (shipment: Recovered, format: 'zpl' | 'pdf'): object => ({
  LabelRecoveryRequest: {
    Request: { SubVersion: '1903' },
    LabelSpecification: format === 'zpl' ? zplLabel : { LabelImageFormat: { Code: 'PDF' } },
    ...('reference' in shipment
      ? {
          ReferenceValues: {
            ReferenceNumber: { Value: shipment.reference },
            ShipperNumber: shipment.accountNumber,
          },
        }
      : { TrackingNumber: shipment.trackingNumber }),
  },
})
