/**
 * Requests as UPS's reference describes them, as far as Waybill uses them: any other field is refused.
 * Sources: Rating.yaml, Shipping.yaml and Tracking.yaml of github.com/UPS-API/api-documentation.
 */
import { z } from 'zod'

const upTo = (length: number) => z.string().min(1).max(length)
const exactly = (length: number) => z.string().length(length)
/** The element itself or a list of it, as UPS takes both. */
const oneOrMore = <Schema extends z.ZodType>(schema: Schema) =>
  z.union([schema.transform((value) => [value]), z.array(schema).min(1)])
/** Decimals with up to two places, as text. */
const decimal = (length: number) => upTo(length).regex(/^\d+(\.\d{1,2})?$/)
/** Presence counts, whatever the value is. */
const indicator = z.string()

const unit = (...codes: [string, ...string[]]) =>
  z.strictObject({ Code: z.enum(codes), Description: upTo(35).optional() })
const accountNumber = z.string().regex(/^[A-Z0-9]{6}$/)

/** Source: AddressValidation.yaml, XAVRequest. */
export const addressCheckRequest = z.strictObject({
  XAVRequest: z.strictObject({
    AddressKeyFormat: z.strictObject({
      AddressLine: z.array(upTo(100)).min(1).max(3),
      PoliticalDivision2: upTo(30).optional(),
      PoliticalDivision1: upTo(30).optional(),
      PostcodePrimaryLow: upTo(10).optional(),
      PostcodeExtendedLow: upTo(10).optional(),
      CountryCode: z.enum(['US', 'PR']),
    }),
  }),
})

const address = z
  .strictObject({
    AddressLine: oneOrMore(upTo(35)).refine((lines) => lines.length <= 3, 'at most three lines'),
    City: upTo(30),
    StateProvinceCode: z.string().min(1).max(5).optional(),
    PostalCode: upTo(9).optional(),
    CountryCode: exactly(2),
    ResidentialAddressIndicator: indicator.optional(),
  })
  .refine(({ CountryCode, PostalCode }) => CountryCode !== 'US' || /^\d{5}(\d{4})?$/.test(PostalCode ?? ''), {
    path: ['PostalCode'],
    message: 'five or nine digits are needed',
  })
  .refine(
    ({ CountryCode, StateProvinceCode }) => !['US', 'CA'].includes(CountryCode) || StateProvinceCode?.length === 2,
    {
      path: ['StateProvinceCode'],
      message: 'is needed',
    },
  )

const weight = (length: number) =>
  z.strictObject({ UnitOfMeasurement: unit('LBS', 'KGS'), Weight: decimal(length).refine((text) => Number(text) > 0) })
const dimensions = (length: number) =>
  z
    .strictObject({
      UnitOfMeasurement: unit('IN', 'CM'),
      Length: decimal(length),
      Width: decimal(length),
      Height: decimal(length),
    })
    .refine(
      ({ Length, Width, Height }) => Number(Length) >= Math.max(Number(Width), Number(Height)),
      'Length is the longest',
    )

const payer = z.strictObject({
  ShipmentCharge: oneOrMore(
    z.union([
      z.strictObject({ Type: z.enum(['01', '02']), BillShipper: z.strictObject({ AccountNumber: accountNumber }) }),
      z.strictObject({
        Type: z.literal('01'),
        BillReceiver: z.strictObject({
          AccountNumber: accountNumber,
          Address: z.strictObject({ PostalCode: upTo(9) }).optional(),
        }),
      }),
      z.strictObject({
        Type: z.literal('01'),
        BillThirdParty: z.strictObject({
          AccountNumber: accountNumber,
          Address: z.strictObject({ PostalCode: upTo(9).optional(), CountryCode: exactly(2) }),
        }),
      }),
    ]),
  ),
})
const invoiceTotal = z
  .strictObject({ CurrencyCode: exactly(3), MonetaryValue: z.string().regex(/^[1-9]\d{0,7}$/) })
  .optional()
const returnService = z.strictObject({ Code: z.enum(['2', '3', '5', '8', '9']) })
const shipmentOptions = z
  .strictObject({
    SaturdayDeliveryIndicator: indicator.optional(),
    DeliveryConfirmation: z.strictObject({ DCISType: z.enum(['1', '2']) }).optional(),
  })
  .optional()
const packageOptions = z
  .strictObject({
    DeliveryConfirmation: z.strictObject({ DCISType: z.enum(['2', '3']) }).optional(),
    DeclaredValue: z.strictObject({ CurrencyCode: exactly(3), MonetaryValue: decimal(19) }).optional(),
  })
  .optional()
const ratingOptions = z.strictObject({ NegotiatedRatesIndicator: indicator })
const packaging = z.strictObject({ Code: z.literal('02'), Description: upTo(35).optional() })
const transaction = z.strictObject({ CustomerContext: upTo(512) })

const ratedParty = z.strictObject({ Name: upTo(35).optional(), Address: address })

export const rateRequest = z.strictObject({
  RateRequest: z.strictObject({
    Request: z.strictObject({
      RequestOption: z.enum(['Rate', 'Shop', 'Ratetimeintransit', 'Shoptimeintransit']),
      SubVersion: z.enum(['1601', '1607', '1701', '1707', '2108', '2205', '2407', '2409']),
    }),
    Shipment: z.strictObject({
      Shipper: ratedParty.extend({ ShipperNumber: accountNumber.optional() }),
      ShipTo: ratedParty,
      ShipFrom: ratedParty.optional(),
      PaymentDetails: payer.optional(),
      ShipmentRatingOptions: ratingOptions.optional(),
      TaxInformationIndicator: indicator.optional(),
      Service: z.strictObject({ Code: z.string(), Description: upTo(35).optional() }).optional(),
      ShipmentServiceOptions: shipmentOptions.unwrap().extend({ ReturnService: returnService.optional() }).optional(),
      InvoiceLineTotal: invoiceTotal,
      NumOfPieces: z.string().regex(/^\d+$/).optional(),
      ShipmentTotalWeight: weight(6).optional(),
      DeliveryTimeInformation: z
        .strictObject({
          PackageBillType: z.enum(['02', '03']),
          Pickup: z.strictObject({ Date: z.string().regex(/^\d{8}$/), Time: z.string().regex(/^\d{4}(\d\d)?$/) }),
        })
        .optional(),
      Package: oneOrMore(
        z.strictObject({
          PackagingType: packaging,
          Dimensions: dimensions(9).optional(),
          PackageWeight: weight(6),
          PackageServiceOptions: packageOptions,
        }),
      ),
    }),
  }),
})

const phone = z.strictObject({ Number: z.string().regex(/^\d{1,15}$/), Extension: upTo(4).optional() })
const party = z.strictObject({
  Name: upTo(35),
  AttentionName: upTo(35).optional(),
  Phone: phone.optional(),
  EMailAddress: upTo(50).optional(),
  Address: address,
})
const internationalForms = z.strictObject({
  FormType: z.array(z.literal('01')).length(1),
  Contacts: z.strictObject({ SoldTo: party.omit({ EMailAddress: true }).required({ AttentionName: true }) }),
  Product: z
    .array(
      z.strictObject({
        Description: z.array(upTo(35)).min(1).max(3),
        Unit: z.strictObject({
          Number: z.string().regex(/^\d{1,7}$/),
          UnitOfMeasurement: z.strictObject({ Code: upTo(3) }),
          Value: upTo(19)
            .regex(/^\d+(\.\d{1,6})?$/)
            .refine((text) => Number(text) > 0),
        }),
        CommodityCode: z
          .string()
          .regex(/^[A-Za-z0-9]{6,15}$/)
          .optional(),
        PartNumber: upTo(35),
        OriginCountryCode: exactly(2),
      }),
    )
    .min(1)
    .max(100),
  InvoiceNumber: upTo(35),
  InvoiceDate: z.string().regex(/^\d{8}$/),
  ReasonForExport: upTo(20),
  Comments: upTo(150).optional(),
  TermsOfShipment: z
    .enum(['CFR', 'CIF', 'CIP', 'CPT', 'DAF', 'DDP', 'DAP', 'DEQ', 'DES', 'EXW', 'FAS', 'FCA', 'FOB'])
    .optional(),
  DeclarationStatement: upTo(550).optional(),
  CurrencyCode: exactly(3),
})
const references = oneOrMore(z.strictObject({ Value: upTo(35) }))
  .refine((list) => list.length <= 5, 'at most five')
  .optional()
const labelSpecification = z.union([
  z.strictObject({
    LabelImageFormat: z.strictObject({ Code: z.literal('ZPL') }),
    LabelStockSize: z.strictObject({ Height: z.enum(['6', '8']), Width: z.literal('4') }),
  }),
  z.strictObject({ LabelImageFormat: z.strictObject({ Code: z.literal('PDF') }) }),
])

export const shipmentRequest = z.strictObject({
  ShipmentRequest: z.strictObject({
    Request: z.strictObject({
      RequestOption: z.enum(['nonvalidate', 'validate']),
      SubVersion: z.enum(['1601', '1607', '1701', '1707', '1801', '1807', '2108', '2205']),
      TransactionReference: transaction,
    }),
    Shipment: z.strictObject({
      Description: upTo(50),
      Shipper: party.extend({ ShipperNumber: accountNumber }),
      ShipTo: party,
      ShipFrom: party.omit({ EMailAddress: true }),
      PaymentInformation: payer,
      ShipmentRatingOptions: ratingOptions,
      TaxInformationIndicator: indicator,
      ShipmentServiceOptions: shipmentOptions
        .unwrap()
        .extend({ InternationalForms: internationalForms.optional() })
        .optional(),
      InvoiceLineTotal: invoiceTotal,
      MovementReferenceNumber: z
        .string()
        .regex(/^\d\d[A-Z]{2}[A-Z0-9]{14}$/)
        .optional(),
      Service: z.strictObject({ Code: exactly(2) }),
      ReturnService: returnService.optional(),
      ReferenceNumber: references,
      Package: oneOrMore(
        z.strictObject({
          Description: upTo(35).optional(),
          Packaging: packaging,
          Dimensions: dimensions(3),
          PackageWeight: weight(5),
          PackageServiceOptions: packageOptions,
          ReferenceNumber: references,
        }),
      ),
    }),
    LabelSpecification: labelSpecification,
  }),
})

export const recoveryRequest = z.strictObject({
  LabelRecoveryRequest: z
    .strictObject({
      Request: z.strictObject({ SubVersion: z.enum(['1701', '1707', '1903']) }),
      LabelSpecification: labelSpecification,
      TrackingNumber: upTo(18).optional(),
      ReferenceValues: z
        .strictObject({ ReferenceNumber: z.strictObject({ Value: upTo(35) }), ShipperNumber: accountNumber })
        .optional(),
    })
    .refine(
      ({ TrackingNumber, ReferenceValues }) => (TrackingNumber === undefined) !== (ReferenceValues === undefined),
      {
        path: ['TrackingNumber'],
        message: 'either it or ReferenceValues is needed',
      },
    ),
})

const yesOrNo = z.enum(['Y', 'N'])
const clock = z.string().regex(/^([01]\d|2[0-3])[0-5]\d$/)
/** Source: Pickup.yaml, PickupCreationRequest. */
export const pickupRequest = z.strictObject({
  PickupCreationRequest: z.strictObject({
    RatePickupIndicator: yesOrNo,
    Shipper: z.strictObject({
      Account: z.strictObject({ AccountNumber: accountNumber, AccountCountryCode: exactly(2) }),
    }),
    PickupDateInfo: z
      .strictObject({ CloseTime: clock, ReadyTime: clock, PickupDate: z.string().regex(/^\d{8}$/) })
      .refine(({ CloseTime, ReadyTime }) => ReadyTime < CloseTime, 'ReadyTime must be before CloseTime'),
    PickupAddress: z.strictObject({
      CompanyName: upTo(27),
      ContactName: upTo(22),
      AddressLine: upTo(73),
      City: upTo(50),
      StateProvince: upTo(50).optional(),
      PostalCode: upTo(8).optional(),
      CountryCode: exactly(2),
      ResidentialIndicator: yesOrNo,
      Phone: z.strictObject({ Number: upTo(25), Extension: upTo(6).optional() }),
    }),
    AlternateAddressIndicator: yesOrNo,
    PickupPiece: oneOrMore(
      z.strictObject({
        ServiceCode: exactly(3),
        Quantity: z.string().regex(/^\d{1,3}$/),
        DestinationCountryCode: exactly(2),
        ContainerCode: z.enum(['01', '02', '03']),
      }),
    ),
    TotalWeight: z.strictObject({
      Weight: z.string().regex(/^\d{1,5}\.\d$/),
      UnitOfMeasurement: z.enum(['LBS', 'KGS']),
    }),
    OverweightIndicator: yesOrNo,
    PaymentMethod: z.enum(['00', '01', '02', '03', '04', '05', '06']),
    SpecialInstruction: upTo(57).optional(),
    ReferenceNumber: upTo(35),
  }),
})

const flag = z.enum(['true', 'false'])
export const trackingQuery = z.strictObject({
  locale: z.literal('en_US'),
  returnSignature: flag,
  returnMilestones: flag,
  returnPOD: flag,
})

export const tokenForm = z.strictObject({ grant_type: z.literal('client_credentials') })

export type RateRequest = z.output<typeof rateRequest>['RateRequest']
export type ShipmentRequest = z.output<typeof shipmentRequest>['ShipmentRequest']
export type RecoveryRequest = z.output<typeof recoveryRequest>['LabelRecoveryRequest']
export type PickupRequest = z.output<typeof pickupRequest>['PickupCreationRequest']
