/** Answers as UPS sends them: numbers as strings, with the alerts, disclaimers and empty fields that come with them. */

import { lookUpAddress, type PostalAddress } from '../postal-addresses.ts'
import { type VendorAnswer, VendorRefusal } from '../vendor-server.ts'
import type { RateRequest, RecoveryRequest } from './schemas.ts'
import type { Shipment } from './store.ts'

export const refusal = (status: number, code: string, message: string): VendorAnswer => ({
  status,
  headers: { 'content-type': 'application/json', apierrorcode: code, apierrormsg: message },
  body: { response: { errors: [{ code, message }] } },
})
export const refuse = (status: number, code: string, message: string): VendorRefusal =>
  new VendorRefusal(refusal(status, code, message))

const response = (alerts: object[] = []) => ({
  ResponseStatus: { Code: '1', Description: 'Success' },
  ...(alerts.length > 0 && { Alert: alerts }),
  TransactionReference: { CustomerContext: '', TransactionIdentifier: 'ciewssoas5s6fsYNx17dFY' },
})
const mayVary = { Code: '110971', Description: 'Your invoice may vary from the displayed reference rates' }

interface Price {
  code: string
  published: string
  base: string
  fuel: string
  negotiated: string
  days: number
  time: string
  name: string
  isOnSaturday?: boolean
}

const domestic: readonly Price[] = [
  {
    code: '03',
    published: '15.54',
    base: '14.46',
    fuel: '1.08',
    negotiated: '11.20',
    days: 2,
    time: '233000',
    name: 'UPS Ground',
  },
  {
    code: '02',
    published: '28.95',
    base: '24.10',
    fuel: '4.85',
    negotiated: '21.75',
    days: 2,
    time: '233000',
    name: 'UPS 2nd Day Air',
  },
  {
    code: '01',
    published: '54.72',
    base: '46.00',
    fuel: '8.72',
    negotiated: '40.02',
    days: 1,
    time: '103000',
    name: 'UPS Next Day Air',
  },
  // The same service once more, with delivery on Saturday.
  {
    code: '01',
    published: '70.72',
    base: '46.00',
    fuel: '8.72',
    negotiated: '56.02',
    days: 1,
    time: '120000',
    name: 'UPS Next Day Air',
    isOnSaturday: true,
  },
  // A service that no adapter knows.
  {
    code: '93',
    published: '9.10',
    base: '9.10',
    fuel: '0.00',
    negotiated: '8.00',
    days: 4,
    time: '233000',
    name: 'UPS Ground Saver',
  },
]
const abroad: readonly Price[] = [
  {
    code: '07',
    published: '68.05',
    base: '52.55',
    fuel: '15.50',
    negotiated: '15.11',
    days: 1,
    time: '120000',
    name: 'UPS Express',
  },
  {
    code: '11',
    published: '21.40',
    base: '18.00',
    fuel: '3.40',
    negotiated: '9.80',
    days: 3,
    time: '233000',
    name: 'UPS Standard',
  },
]

const dateAfter = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '')

/** The place that UPS does not serve. */
export const UNSERVED_POST_CODE = '96799'

function ratedShipment(price: Price, currency: string, { Shipment }: RateRequest, isInTransit: boolean) {
  const money = (MonetaryValue: string) => ({ CurrencyCode: currency, MonetaryValue })
  return {
    Disclaimer: [
      { Code: '01', Description: 'Taxes are included in the shipping cost and apply to the transportation.' },
    ],
    Service: { Code: price.code, Description: '' },
    Zone: '105',
    RatedShipmentAlert: [mayVary],
    BillingWeight: { UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' }, Weight: '5.0' },
    TransportationCharges: money(price.published),
    BaseServiceCharge: money(price.base),
    ItemizedCharges: [{ Code: '375', ...money(price.fuel) }],
    ServiceOptionsCharges: money('0.00'),
    TotalCharges: money(price.published),
    ...(Shipment.ShipmentRatingOptions &&
      Shipment.Shipper.ShipperNumber && {
        NegotiatedRateCharges: {
          BaseServiceCharge: [money((Number(price.negotiated) - 1).toFixed(2))],
          ItemizedCharges: [{ Code: '375', ...money('0.80') }],
          TaxCharges: [{ Type: 'VAT', MonetaryValue: '0.50' }],
          TotalCharge: money(price.negotiated),
          TotalChargesWithTaxes: money((Number(price.negotiated) + 0.5).toFixed(2)),
        },
      }),
    GuaranteedDelivery: { BusinessDaysInTransit: String(price.days), DeliveryByTime: '' },
    RatedPackage: Shipment.Package.map(() => ({ TotalCharges: money('0.00'), Weight: '5.0' })),
    ...(isInTransit && {
      TimeInTransit: {
        PickupDate: Shipment.DeliveryTimeInformation?.Pickup.Date,
        PackageBillType: '03',
        ServiceSummary: {
          Service: { Description: price.name },
          EstimatedArrival: {
            Arrival: { Date: dateAfter(price.days), Time: price.time },
            BusinessDaysInTransit: String(price.days),
            Pickup: { Date: Shipment.DeliveryTimeInformation?.Pickup.Date, Time: '180000' },
            DayOfWeek: 'WED',
            CustomerCenterCutoff: '160000',
          },
          GuaranteedIndicator: '',
          SaturdayDelivery: price.isOnSaturday ? '1' : '0',
          SundayDelivery: null,
        },
        Disclaimer:
          'Services listed as guaranteed are backed by a money-back guarantee for transportation charges only.',
      },
    }),
  }
}

export function rateBody(request: RateRequest, option: string): object {
  const { Shipper, ShipTo, DeliveryTimeInformation, ShipmentTotalWeight, Service } = request.Shipment
  const [from, to] = [Shipper.Address, ShipTo.Address]
  if (to.PostalCode === UNSERVED_POST_CODE) {
    throw refuse(400, '111210', 'The requested service is unavailable between the selected locations.')
  }
  const isInTransit = /timeintransit$/i.test(option)
  if (isInTransit && (!DeliveryTimeInformation || !ShipmentTotalWeight)) {
    throw refuse(400, '111549', 'Invalid or missing shipment total weight or delivery time information.')
  }
  if (isInTransit && from.CountryCode !== to.CountryCode) {
    throw refuse(400, '111548', 'Invoice line total is required for this shipment.')
  }
  const all = from.CountryCode === to.CountryCode ? domestic : abroad
  const prices = /^shop/i.test(option) ? all : all.filter(({ code }) => code === Service?.Code)
  if (prices.length === 0) throw refuse(400, '111100', 'The requested service is invalid from the selected origin.')
  const currency = from.CountryCode === 'US' ? 'USD' : 'EUR'
  return {
    RateResponse: {
      Response: response([mayVary]),
      RatedShipment: prices.map((price) => ratedShipment(price, currency, request, isInTransit)),
    },
  }
}

const ZPL = '^XA\n^LRN^MNY^MFN,N^LH10,12^MCY^POI^PW812^CI27\n^FO15,10^A0N,20,24^FVUPS^FS\n^XZ\n'
const PDF = '%PDF-1.4\n% labels of all packages\n%%EOF\n'
const base64 = (text: string): string => Buffer.from(text, 'latin1').toString('base64')
const toZpl = (number: string): string => base64(ZPL.replace('UPS', number))

export const shipmentBody = ({ numbers, hasInvoice }: Shipment): object => {
  const money = { CurrencyCode: 'USD', MonetaryValue: '15.54' }
  return {
    ShipmentResponse: {
      Response: response([mayVary]),
      ShipmentResults: {
        Disclaimer: [],
        ShipmentCharges: { TransportationCharges: money, ServiceOptionsCharges: money, TotalCharges: money },
        BillingWeight: { UnitOfMeasurement: { Code: 'LBS', Description: 'Pounds' }, Weight: '5.0' },
        ShipmentIdentificationNumber: numbers[0],
        PackageResults: numbers.map((TrackingNumber) => ({
          TrackingNumber,
          BaseServiceCharge: money,
          ShippingLabel: { ImageFormat: { Code: 'ZPL', Description: 'ZPL' }, GraphicImage: toZpl(TrackingNumber) },
        })),
        ...(hasInvoice && {
          Form: {
            Code: '01',
            Description: 'All Requested International Forms',
            Image: { ImageFormat: { Code: 'PDF', Description: 'PDF' }, GraphicImage: base64(PDF) },
          },
        }),
      },
    },
  }
}

/** UPS names the list of packages otherwise than its reference. */
export const voidBody = ({ numbers }: Shipment): object => {
  const Status = { Code: '1', Description: 'Voided' }
  return {
    VoidShipmentResponse: {
      Response: response(),
      SummaryResult: { Status },
      PackageLevelResult: numbers.map((TrackingNumber) => ({ TrackingNumber, Status })),
    },
  }
}

export function recoveryBody({ numbers }: Shipment, { LabelSpecification, TrackingNumber }: RecoveryRequest): object {
  const Code = LabelSpecification.LabelImageFormat.Code
  const wanted = numbers.includes(TrackingNumber ?? '') && TrackingNumber !== numbers[0] ? [TrackingNumber] : numbers
  return {
    LabelRecoveryResponse: {
      Response: { ...response(), TransactionReference: '' },
      ShipmentIdentificationNumber: numbers[0],
      LabelResults: wanted.map((number, index) => {
        const GraphicImage = Code === 'ZPL' ? toZpl(number ?? '') : base64(PDF)
        const LabelImage = { GraphicImage, LabelImageFormat: { Code: Code.toLowerCase() }, URL: '' }
        return { ...((Code === 'ZPL' || index === 0) && { LabelImage }), Receipt: '', TrackingNumber: number }
      }),
    },
  }
}

const SIGNATURE = 'R0lGODlhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs='

const dateText = (at: Date): string => at.toISOString().slice(0, 10).replaceAll('-', '')
const timeText = (at: Date): string => at.toISOString().slice(11, 19)

const OFFSET_HOURS = -5
const local = (at: Date): Date => new Date(at.getTime() + OFFSET_HOURS * 3_600_000)

function packageBody(number: string, { activities: shared, ofLeading, destination, numbers }: Shipment): object {
  const activities = number === numbers[0] && ofLeading.length > 0 ? [...shared.slice(0, 1), ...ofLeading] : shared
  const address = { ...destination, country: destination.countryCode }
  const isDelivered = activities.at(-1)?.code === 'F4'
  return {
    trackingNumber: number,
    deliveryDate: isDelivered ? [{ type: 'DEL', date: dateAfter(0) }] : [{ type: 'SDD', date: dateAfter(2) }],
    deliveryTime: isDelivered ? { type: 'DEL', endTime: '163000' } : { type: 'EOD', startTime: '', endTime: '' },
    activity: activities.toReversed().map(({ type, code, statusCode, description, at }) => ({
      location: { address: type === 'M' ? { countryCode: 'US', country: 'US' } : address, slic: '0761' },
      status: { type, description, code, statusCode },
      date: dateText(local(at)),
      time: timeText(local(at)).replaceAll(':', ''),
      gmtDate: dateText(at),
      gmtOffset: '-05:00',
      gmtTime: timeText(at),
    })),
    currentStatus: { description: activities.at(-1)?.description, code: activities.at(-1)?.statusCode },
    packageAddress: [
      { type: 'ORIGIN', address: { city: 'ATLANTA', stateProvince: 'GA', countryCode: 'US', country: 'US' } },
      { type: 'DESTINATION', attentionName: '', name: '', address },
    ],
    ...(isDelivered && {
      deliveryInformation: {
        location: 'Front Door',
        receivedBy: 'MILLER',
        signature: { image: SIGNATURE },
        deliveryPhoto: { isNonPostalCodeCountry: false, photoCaptureInd: 'N', photoDispositionCode: 'U' },
      },
    }),
    service: { code: '518', levelCode: '003', description: 'UPS Ground' },
    packageCount: numbers.length,
    suppressionIndicators: [],
  }
}

/** `shipment`: undefined if UPS does not know the number. */
/** UPS answers for the package with the number, not for the others of its shipment. */
export const trackingBody = (inquiryNumber: string, shipment: Shipment | undefined): object => ({
  trackResponse: {
    shipment: [
      {
        inquiryNumber,
        ...(shipment
          ? { package: [packageBody(inquiryNumber, shipment)], userRelation: [] }
          : { warnings: [{ code: 'TW0001', message: 'Tracking Information Not Found' }] }),
      },
    ],
  },
})

const success = { ResponseStatus: { Code: '1', Description: 'Success' } }
const classify = ({ isHome }: PostalAddress) =>
  isHome ? { Code: '2', Description: 'Residential' } : { Code: '1', Description: 'Commercial' }

const candidateBody = (address: PostalAddress): object => {
  const [low, extended] = address.zip.split('-')
  return {
    AddressClassification: classify(address),
    AddressKeyFormat: {
      AddressLine: [address.street],
      PoliticalDivision2: address.city,
      PoliticalDivision1: address.state,
      PostcodePrimaryLow: low,
      PostcodeExtendedLow: extended,
      Region: `${address.city} ${address.state} ${address.zip}`,
      CountryCode: 'US',
    },
  }
}

/** Which of three indicators is there says what was found. */
export function addressCheckBody([line]: readonly string[]): object {
  const found = lookUpAddress(line)
  const [first] = found
  const indicator =
    found.length === 1 ? 'ValidAddressIndicator' : first ? 'AmbiguousAddressIndicator' : 'NoCandidatesIndicator'
  const unclassified = { Code: '0', Description: 'UnClassified' }
  return {
    XAVResponse: {
      Response: success,
      [indicator]: '',
      AddressClassification: found.length === 1 && first ? classify(first) : unclassified,
      ...(first && { Candidate: found.map(candidateBody) }),
    },
  }
}
