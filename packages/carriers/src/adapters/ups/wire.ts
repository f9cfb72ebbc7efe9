/**
 * Answers of UPS, as far as we read them. Its numbers are strings, and a list with one element may come as the element itself:
 * the reference promises lists from version v2403 on, but not all answers keep to it.
 */
import type { CarrierMessageCode } from '@waybill/contracts/quotes/carrier-message'
import { z } from 'zod'
import { redactContacts } from '../../exchange-log/redaction.ts'
import type { CarrierProblem } from '../../http/outcome.ts'
import { anything, count, each, maybe, text as plainText } from '../../mapping/wire-fields.ts'

/** Some answers have carriage returns as HTML entities before the text. */
const text = plainText.transform((value) => value?.replaceAll('&#xD;', '').trim() || null)

/** A list, or its only element. */
const toList = <Schema extends z.ZodType>(schema: Schema) =>
  anything
    .transform((value): unknown => {
      if (value === undefined || value === null || value === '') return []
      return Array.isArray(value) ? value : [value]
    })
    .pipe(each(schema))

const money = maybe(z.object({ CurrencyCode: text, MonetaryValue: text }))

const itemized = z.object({ ItemizedCharges: toList(z.object({ Code: text, MonetaryValue: text })) })
const parts = itemized.extend({ BaseServiceCharge: toList(z.object({ CurrencyCode: text, MonetaryValue: text })) })
const charges = parts.extend({ TotalChargesWithTaxes: money })

/** Alerts of UPS beside a price. */
const alerts = toList(z.object({ Code: text, Description: text }))

const ratedShipment = charges.extend({
  RatedShipmentAlert: alerts,
  Service: z.object({ Code: z.union([z.string(), z.number()]).transform(String) }),
  TotalCharges: money,
  RatedPackage: toList(parts.extend({ NegotiatedCharges: maybe(itemized) })),
  NegotiatedRateCharges: maybe(charges.extend({ TotalCharge: money })),
  GuaranteedDelivery: maybe(z.object({ BusinessDaysInTransit: count })),
  TimeInTransit: maybe(
    z.object({
      ServiceSummary: z.object({
        Service: maybe(z.object({ Description: text })),
        SaturdayDelivery: text,
        SundayDelivery: text,
        EstimatedArrival: maybe(
          z.object({ Arrival: maybe(z.object({ Date: text, Time: text })), BusinessDaysInTransit: count }),
        ),
      }),
    }),
  ),
})

export const wireRates = z.object({
  RateResponse: z.object({
    Response: maybe(z.object({ Alert: alerts })),
    RatedShipment: toList(ratedShipment),
  }),
})

const image = z.object({ GraphicImage: text })

export const wireShipment = z
  .object({
    ShipmentResponse: z.object({
      ShipmentResults: z.object({
        ShipmentIdentificationNumber: text,
        PackageResults: toList(z.object({ TrackingNumber: text, ShippingLabel: maybe(image) })),
        Form: maybe(z.object({ Image: maybe(image) })),
      }),
    }),
  })
  .transform(({ ShipmentResponse: { ShipmentResults: results } }, context) => {
    const packages = results.PackageResults
    const shipmentId = results.ShipmentIdentificationNumber ?? packages[0]?.TrackingNumber ?? null
    if (shipmentId === null) {
      context.addIssue({ code: 'custom', path: ['ShipmentIdentificationNumber'], message: 'is missing' })
      return z.NEVER
    }
    const labels = packages.map(({ ShippingLabel }) => ShippingLabel?.GraphicImage ?? null)
    const numbers = packages.map(({ TrackingNumber }) => TrackingNumber)
    return { shipmentId, labels, numbers, papers: results.Form?.Image?.GraphicImage ?? null }
  })

const outcome = z.object({ Status: z.object({ Code: text, Description: text }) })

export const wireVoid = z.object({
  VoidShipmentResponse: z.object({
    SummaryResult: outcome,
    // The reference calls it PackageLevelResults.
    PackageLevelResult: toList(outcome),
    PackageLevelResults: toList(outcome),
  }),
})

export const wireRecovery = z.object({
  LabelRecoveryResponse: z.object({
    ShipmentIdentificationNumber: text,
    LabelResults: toList(z.object({ TrackingNumber: text, LabelImage: maybe(image) })),
    TrackingCandidate: toList(z.object({ TrackingNumber: text })),
  }),
})

const place = z.object({ city: text, stateProvince: text, countryCode: text, country: text })

const activity = z.object({
  date: text,
  time: text,
  gmtDate: text,
  gmtTime: text,
  gmtOffset: text,
  location: maybe(z.object({ address: maybe(place) })),
  status: z.object({ type: text, code: text, statusCode: text, description: text }),
})

const trackedPackage = z.object({
  trackingNumber: text,
  packageCount: count,
  activity: toList(activity),
  deliveryDate: toList(z.object({ type: text, date: text })),
  deliveryTime: maybe(z.object({ type: text, startTime: text, endTime: text })),
  packageAddress: toList(z.object({ type: text, address: maybe(place) })),
  deliveryInformation: maybe(
    z.object({
      receivedBy: text,
      location: text,
      signature: maybe(z.object({ image: text })),
      deliveryPhoto: maybe(z.object({ photo: text })),
    }),
  ),
})

export const wireTracking = z.object({
  trackResponse: z.object({
    shipment: toList(
      z.object({ package: toList(trackedPackage), warnings: toList(z.object({ code: text, message: text })) }),
    ),
  }),
})

/** Codes of ours that say the same. Source: Rating API, error codes; 10429 is the rate limit of the gateway. */
const codes = new Map<string, CarrierMessageCode>([
  ['111210', 'no_coverage'],
  ['111035', 'too_heavy'],
  ['10429', 'rate_limited'],
])

/** UPS's errors: `{response: {errors: [{code, message}]}}`. */
export const upsProblem: z.ZodType<CarrierProblem> = z
  .object({ response: z.object({ errors: toList(z.object({ code: text, message: text })) }) })
  .transform(({ response: { errors } }, context) => {
    const [first] = errors
    if (first === undefined) {
      context.addIssue({ code: 'custom', message: 'has no errors' })
      return z.NEVER
    }
    const said = errors.map(({ code, message }) => message ?? `Error ${code}.`).join(' ')
    return { code: codes.get(first.code ?? '') ?? first.code ?? 'carrier_error', message: redactContacts(said) }
  })

export type WireRates = z.output<typeof wireRates>['RateResponse']
export type WireRatedShipment = z.output<typeof ratedShipment>
export type WirePackage = z.output<typeof trackedPackage>
export type WireActivity = z.output<typeof activity>
export type WirePlace = z.output<typeof place>

const classification = maybe(z.object({ Code: text })).transform((found) => found?.Code ?? null)

const candidate = z
  .object({
    AddressClassification: classification,
    AddressKeyFormat: z.object({
      AddressLine: toList(z.string()),
      PoliticalDivision2: text,
      PoliticalDivision1: text,
      PostcodePrimaryLow: text,
      PostcodeExtendedLow: text,
    }),
  })
  .transform(({ AddressClassification, AddressKeyFormat: key }) => ({
    classification: AddressClassification,
    lines: key.AddressLine,
    city: key.PoliticalDivision2,
    state: key.PoliticalDivision1,
    postCode: [key.PostcodePrimaryLow, key.PostcodeExtendedLow].filter(Boolean).join('-') || null,
  }))
export type WireCandidate = z.output<typeof candidate>

/** The indicators are empty texts that are there or not. */
export const wireAddressCheck = z
  .object({
    XAVResponse: z.object({
      ValidAddressIndicator: anything,
      AmbiguousAddressIndicator: anything,
      AddressClassification: classification,
      Candidate: toList(candidate),
    }),
  })
  .transform(({ XAVResponse: answer }) => ({
    isValid: answer.ValidAddressIndicator !== undefined && answer.ValidAddressIndicator !== null,
    isAmbiguous: answer.AmbiguousAddressIndicator !== undefined && answer.AmbiguousAddressIndicator !== null,
    classification: answer.AddressClassification,
    candidates: answer.Candidate,
  }))

export const wirePickup = z.object({
  PickupCreationResponse: z.object({
    PRN: z.string().min(1),
    RateResult: maybe(z.object({ CurrencyCode: text, GrandTotalOfAllCharge: text })),
  }),
})

export const wirePickupCancel = z.object({ PickupCancelResponse: z.object({ Response: anything }) })

/** The numbers of pickups that are to come. */
export const wirePendingPickups = z
  .object({
    PickupPendingStatusResponse: z.object({
      PendingStatus: toList(z.object({ PRN: text, PickupStatusMessage: text })),
    }),
  })
  .transform(({ PickupPendingStatusResponse: { PendingStatus } }) =>
    PendingStatus.map(({ PRN, PickupStatusMessage }) => ({ number: PRN, status: PickupStatusMessage })),
  )
