/** Pure: pickups in UPS's terms. Source: Pickup.yaml, PickupCreationRequest. */
import { localMinute } from '@waybill/contracts/values/local-time'
import { getTimeZone } from '@waybill/contracts/values/time-zone'
import type { CarrierAddress, PickupRequest } from '../../../carrier-adapter.ts'
import { countsPounds } from '../../../mapping/measures.ts'
import { toWireAddress, toWirePhone } from './addresses.ts'
import { serviceByCode } from './services.ts'

/** Characters that UPS takes at most. Source: Pickup.yaml, PickupAddress. */
const MAX_LENGTHS = { company: 27, contact: 22, street: 73 }
/** A parcel over 70 lb, or 32 kg. */
const OVERWEIGHT_GRAMS = 31_751
const GRAMS_PER_POUND = 453.592_37

/** Date and time at the place: `2026-12-01T09:30`. */
function readWindow({ fromAt, toAt, address }: PickupRequest) {
  const zone = getTimeZone(address)
  const [fromDate = '', from = ''] = localMinute(fromAt, zone).split('T')
  const [toDate = '', to = ''] = localMinute(toAt, zone).split('T')
  return { fromDate, from, toDate, to }
}

const nameAt = ({ company, name }: CarrierAddress): string | null => company ?? name

/** The texts of the place, each with the field that it is read from. */
function readTexts(address: CarrierAddress) {
  const { company, name, addressLine1, addressLine2, town } = address
  const street = [addressLine1, addressLine2, town].filter((line) => line !== null).join(', ')
  return {
    company: { field: company === null ? 'name' : 'company', text: nameAt(address) ?? '' },
    contact: { field: name === null ? 'company' : 'name', text: name ?? company ?? '' },
    street: { field: 'address_line_1', text: street },
  }
}

function tooLong(address: CarrierAddress): string | null {
  const texts = readTexts(address)
  for (const kind of ['company', 'contact', 'street'] as const) {
    const [{ field, text }, most] = [texts[kind], MAX_LENGTHS[kind]]
    const street = kind === 'street' ? ' with what follows it' : ''
    if (text.length > most)
      return `/address/${field} has ${text.length} characters${street}, and UPS takes at most ${most}.`
  }
  return null
}

/** Why UPS would not take the pickup; null: it may. */
export function pickupProblem(request: PickupRequest): { code: string; message: string } | null {
  const { fromDate, toDate } = readWindow(request)
  if (fromDate !== toDate)
    return { code: 'not_in_time', message: 'The window must begin and end on the same day at the place, for UPS.' }
  if (nameAt(request.address) === null)
    return { code: 'missing_field', message: '/address/name is missing: UPS asks for a name or company.' }
  if (toWirePhone(request.address) === null)
    return { code: 'missing_field', message: '/address/phone is missing: UPS asks for a phone number.' }
  const message = tooLong(request.address)
  return message === null ? null : { code: 'field_too_long', message }
}

/** Pieces by service and country: UPS sends a vehicle for them. */
function toPieces({ jobs }: PickupRequest) {
  const pieces = new Map<string, { service: string; country: string; quantity: number }>()
  for (const { serviceCode, country, parcels } of jobs) {
    const service = (serviceByCode(serviceCode)?.upsCode ?? '03').padStart(3, '0')
    const key = `${service} ${country}`
    const before = pieces.get(key) ?? { service, country, quantity: 0 }
    pieces.set(key, { ...before, quantity: before.quantity + parcels })
  }
  return [...pieces.values()].map(({ service, country, quantity }) => ({
    ServiceCode: service,
    Quantity: String(quantity),
    DestinationCountryCode: country,
    // 01: package.
    ContainerCode: '01',
  }))
}

export function toPickupRequest(request: PickupRequest, accountNumber: string): object {
  const { address, jobs, instructions, reference } = request
  const { fromDate, from, to } = readWindow(request)
  const { City, StateProvinceCode, PostalCode, CountryCode } = toWireAddress(address)
  const { company, contact, street } = readTexts(address)
  const imperial = countsPounds(address.country)
  const grams = jobs.reduce((sum, { weightGrams }) => sum + weightGrams, 0)
  const weight = Math.max(grams / (imperial ? GRAMS_PER_POUND : 1_000), 0.1)
  return {
    PickupCreationRequest: {
      RatePickupIndicator: 'Y',
      Shipper: { Account: { AccountNumber: accountNumber, AccountCountryCode: CountryCode } },
      PickupDateInfo: {
        CloseTime: to.replace(':', ''),
        ReadyTime: from.replace(':', ''),
        PickupDate: fromDate.replaceAll('-', ''),
      },
      PickupAddress: {
        CompanyName: company.text,
        ContactName: contact.text,
        AddressLine: street.text,
        City,
        ...(StateProvinceCode !== undefined && { StateProvince: StateProvinceCode }),
        ...(PostalCode !== undefined && { PostalCode }),
        CountryCode,
        ResidentialIndicator: address.residential ? 'Y' : 'N',
        Phone: toWirePhone(address),
      },
      // The place need not be that of the account.
      AlternateAddressIndicator: 'Y',
      PickupPiece: toPieces(request),
      TotalWeight: { Weight: weight.toFixed(1), UnitOfMeasurement: imperial ? 'LBS' : 'KGS' },
      OverweightIndicator: jobs.some(({ heaviestGrams }) => heaviestGrams > OVERWEIGHT_GRAMS) ? 'Y' : 'N',
      // 01: the account pays.
      PaymentMethod: '01',
      ...(instructions !== null && { SpecialInstruction: instructions }),
      ReferenceNumber: reference,
    },
  }
}
