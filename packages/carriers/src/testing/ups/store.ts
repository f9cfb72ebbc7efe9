/** The shipments that UPS has, and what happened to them. */
import { createHash } from 'node:crypto'
import type { Mishap } from '../../conformance/suite.ts'
import { refuse } from './bodies.ts'
import type { RecoveryRequest, ShipmentRequest } from './schemas.ts'

export interface Account {
  /** Ours, by which faults are ordered. */
  carrierAccountId: string
  clientId: string
  clientSecret: string
  accountNumber: string
}

export interface Activity {
  type: string
  code: string
  statusCode: string
  description: string
  at: Date
}

export interface Shipment {
  account: Account
  /** 1Z numbers, the leading package first. */
  numbers: string[]
  references: string[]
  destination: { city: string; stateProvince: string | undefined; countryCode: string }
  activities: Activity[]
  /** News of the leading package alone. */
  ofLeading: Activity[]
  isVoided: boolean
  hasInvoice: boolean
}

type News = Omit<Activity, 'at'>
const news = (type: string, code: string, statusCode: string, description: string): News => ({
  type,
  code,
  statusCode,
  description,
})

const labelMade = news('M', 'MP', '003', 'Shipper created a label, UPS has not received the package yet. ')
const voided = news('MV', 'VP', '007', 'Shipment Canceled')
const pickedUp = news('P', 'PU', '038', 'Pickup Scan ')
const outForDelivery = news('I', 'OT', '021', 'Out For Delivery Today')
const delivered = news('D', 'F4', '011', 'DELIVERED ')
const sequence = [pickedUp, outForDelivery, delivered]
const targets = { picked_up: pickedUp, en_route_to_dropoff: outForDelivery, delivered }

const newsByMishap = new Map<Mishap, readonly News[]>([
  [
    'failed_attempt',
    [pickedUp, outForDelivery, news('X', '48', '022', 'The receiver was not available for delivery. ')],
  ],
  [
    'return',
    [
      ...[pickedUp, outForDelivery, news('X', '51', '064', 'The receiver refused the delivery. ')],
      ...[news('RS', 'U2', '036', 'Returning to Sender: In Transit'), news('D', 'RS', '034', 'Returned to Sender')],
    ],
  ],
])
export const upsMishaps = [...newsByMishap.keys()]

/** The six characters of an account. */
export const accountNumberFor = (carrierAccountId: string): string =>
  createHash('sha256').update(carrierAccountId).digest('hex').slice(0, 6).toUpperCase()

/** Refuses what UPS does not do for returns. Source: Shipping.yaml, Package and DeliveryConfirmation. */
function refuseReturn({ ReturnService, Package, ShipFrom, ShipTo, Shipper }: ShipmentRequest['Shipment']): void {
  if (!ReturnService) return
  const options = Package.map(({ PackageServiceOptions }) => PackageServiceOptions)
  if (Package.some(({ Description }) => Description === undefined))
    throw refuse(400, '120902', 'Package description is required for return shipments')
  if (options.some((each) => each?.DeliveryConfirmation))
    throw refuse(400, '120903', 'Delivery confirmation is not available for return shipments')
  if (ShipFrom.Address.CountryCode === 'US' && Package.length > 1)
    throw refuse(400, '120904', 'Only one package is allowed for return shipments')
  if (Shipper.Name !== ShipTo.Name) throw refuse(400, '120905', 'The shipper is not the recipient of the return')
}

export function createStore() {
  const accounts = new Map<string, Account>()
  const tokens = new Map<string, Account>()
  const shipments: Shipment[] = []
  let issued = 0

  function happen(shipment: Shipment, what: News): void {
    const last = shipment.activities.at(-1)?.at.getTime() ?? 0
    // UPS counts seconds.
    const at = new Date(Math.max(Math.floor(Date.now() / 1_000) * 1_000, last + 1_000))
    shipment.activities.push({ ...what, at })
  }

  function get(number: string): Shipment {
    const found = shipments.find(({ numbers }) => numbers.includes(number))
    if (!found) throw new Error(`there is no shipment ${number}`)
    return found
  }

  return {
    shipments,
    addAccount: (account: Account) => void accounts.set(account.clientId, account),
    /** Null: the credentials are wrong. */
    issueToken(clientId: string, clientSecret: string): string | null {
      const account = accounts.get(clientId)
      if (account?.clientSecret !== clientSecret) return null
      const token = `token-${++issued}-of-${clientId}`
      tokens.set(token, account)
      return token
    },
    revokeTokens: () => tokens.clear(),
    findAccount: (token: string): Account | undefined => tokens.get(token),

    /** Buys labels. */
    ship({ Shipment: asked }: ShipmentRequest, account: Account): Shipment {
      const { Shipper, PaymentInformation, ShipTo, ReferenceNumber, Package } = asked
      const payers = PaymentInformation.ShipmentCharge.flatMap((charge) =>
        'BillShipper' in charge ? [charge.BillShipper.AccountNumber] : [],
      )
      if ([Shipper.ShipperNumber, ...payers].some((number) => number !== account.accountNumber)) {
        throw refuse(400, '120100', 'Missing or invalid shipper number')
      }
      const isDomestic = Shipper.Address.CountryCode === 'US' && ShipTo.Address.CountryCode === 'US'
      refuseReturn(asked)
      const ofPackages = Package.flatMap(({ ReferenceNumber: own }) => own ?? [])
      if (isDomestic && ReferenceNumber) {
        throw refuse(400, '120541', 'Shipment/ReferenceNumber is not allowed for this shipment')
      }
      if (!isDomestic && ofPackages.length > 0) {
        throw refuse(400, '120542', 'Package/ReferenceNumber is not allowed for this shipment')
      }
      const references = [...new Set([...(ReferenceNumber ?? []), ...ofPackages].map(({ Value }) => Value))]
      const numbers = Package.map(
        () => `1Z${account.accountNumber}${asked.Service.Code}${String(++issued).padStart(8, '0')}`,
      )
      const { City: city, StateProvinceCode: stateProvince, CountryCode: countryCode } = ShipTo.Address
      const destination = { city, stateProvince, countryCode }
      const hasInvoice = asked.ShipmentServiceOptions?.InternationalForms !== undefined
      const shipment = {
        account,
        numbers,
        references,
        destination,
        activities: [],
        ofLeading: [],
        isVoided: false,
        hasInvoice,
      }
      shipments.push(shipment)
      happen(shipment, labelMade)
      return shipment
    },

    /** Voids a shipment of the account that was not collected. */
    void(number: string, account: Account): Shipment {
      const found = shipments.find((each) => each.numbers[0] === number && each.account === account)
      if (!found || found.isVoided || found.activities.length > 1) {
        throw refuse(400, '190102', 'No shipment found within the allowed void period')
      }
      found.isVoided = true
      happen(found, voided)
      return found
    },

    recover({ TrackingNumber, ReferenceValues }: RecoveryRequest, account: Account): Shipment {
      const found = shipments.find(
        ({ numbers, references, account: owner }) =>
          owner === account &&
          (TrackingNumber === undefined
            ? references.includes(ReferenceValues?.ReferenceNumber.Value ?? '')
            : numbers.includes(TrackingNumber)),
      )
      if (!found) throw refuse(400, '300102', 'No shipment was found for the given criteria')
      return found
    },

    find: (number: string): Shipment | undefined => shipments.find(({ numbers }) => numbers.includes(number)),

    advance(number: string, to: keyof typeof targets): void {
      const shipment = get(number)
      const codes = shipment.activities.map(({ code }) => code)
      const from = sequence.findLastIndex(({ code }) => codes.includes(code))
      for (const what of sequence.slice(from + 1, sequence.indexOf(targets[to]) + 1)) happen(shipment, what)
    },
    deliverFirstParcel(number: string): void {
      const { activities, ofLeading } = get(number)
      const last = activities.at(-1)?.at.getTime() ?? 0
      for (const [index, what] of sequence.entries())
        ofLeading.push({ ...what, at: new Date(last + (index + 1) * 1_000) })
    },
    meet(number: string, mishap: Mishap): void {
      for (const what of newsByMishap.get(mishap) ?? []) happen(get(number), what)
    },
    announce: (number: string, code: string) => happen(get(number), news('ZZ', code, '999', 'Something new')),
  }
}
