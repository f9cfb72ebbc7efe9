import { expect, test } from 'vitest'
import type { CarrierOptions } from '../../../carrier-adapter.ts'
import { noOptions } from '../../../carrier-options.ts'
import { aBooking, aTransport, inAtlanta } from '../../../testing/ups/test-carrier.ts'
import { findOptionDecline } from './options.ts'
import { toRateRequest, toShipmentRequest } from './requests.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', exponent: 2, amountMinor, provider: null })
const inToronto = { city: 'Toronto', province: 'ON', postCode: 'M5V 2T6', country: 'CA' }
const inBerlin = { city: 'Berlin', province: null, postCode: '10785', country: 'DE' }
const asking = (options: Partial<CarrierOptions>, dropoff = inAtlanta()) =>
  aBooking({ dropoff, options: { ...noOptions, ...options } })
const read = (request: ReturnType<typeof asking>) => {
  const { RateRequest } = toRateRequest(request, 'A1B2C3') as { RateRequest: { Shipment: object } }
  const { ShipmentRequest } = toShipmentRequest(request, '03', 'A1B2C3') as { ShipmentRequest: { Shipment: object } }
  return [RateRequest.Shipment, ShipmentRequest.Shipment]
}

test('within the United States the packages are signed for, elsewhere the shipment, with other codes', () => {
  for (const shipment of read(asking({ signature: 'adult' })))
    expect(shipment).toMatchObject({
      Package: [{ PackageServiceOptions: { DeliveryConfirmation: { DCISType: '3' } } }],
    })
  for (const shipment of read(asking({ signature: 'adult' }, inAtlanta(inToronto)))) {
    expect(shipment).toMatchObject({ ShipmentServiceOptions: { DeliveryConfirmation: { DCISType: '2' } } })
    expect(JSON.stringify(shipment)).not.toContain('PackageServiceOptions')
  }
})

test('the value of each package, Saturday and the payer are asked for in the quote and in the booking', () => {
  const billTo = { party: 'third_party', account: 'X9Y8Z7', country: 'US', postCode: '30005' } as const
  const [rated, bought] = read(asking({ insurance: usd(50_000), saturdayDelivery: true, billTo }))
  const options = {
    ShipmentServiceOptions: { SaturdayDeliveryIndicator: '' },
    Package: [{ PackageServiceOptions: { DeclaredValue: { CurrencyCode: 'USD', MonetaryValue: '500.00' } } }],
  }
  const charge = {
    ShipmentCharge: [
      { Type: '01', BillThirdParty: { AccountNumber: 'X9Y8Z7', Address: { PostalCode: '30005', CountryCode: 'US' } } },
    ],
  }
  expect(rated).toMatchObject({ ...options, PaymentDetails: charge })
  expect(bought).toMatchObject({ ...options, PaymentInformation: charge })
})

test('the merchant’s texts are the references that UPS prints, before the order and ours', () => {
  const request = asking({ labelReferences: ['x'.repeat(40), 'Shelf 12'] })
  const values = ['x'.repeat(35), 'Shelf 12', 'ORDER-1001', request.reference]
  expect(read(request)[1]).toMatchObject({ Package: [{ ReferenceNumber: values.map((Value) => ({ Value })) }] })
})

test('UPS is not asked for insurance in another currency, or for Saturday in another country', () => {
  const find = (options: Partial<CarrierOptions>, dropoff = inAtlanta()) =>
    findOptionDecline({ ...aTransport({ dropoff }), options: { ...noOptions, ...options } })?.pointer
  expect(find({ insurance: { ...usd(1), currency: 'EUR' } })).toBe('/service_options/insurance')
  expect(find({ saturdayDelivery: true }, inAtlanta(inBerlin))).toBe('/service_options/saturday_delivery')
  expect(find({ insurance: usd(1), saturdayDelivery: true })).toBeUndefined()
})

test('a return goes from the recipient to the account’s own address, with a label to print and described packages', () => {
  const back = asking({ returns: { pay: null, label: 'paper' } })
  const [rated, bought] = read(back)
  const ends = { Shipper: { Address: address(back.dropoff) }, ShipFrom: { Address: address(back.pickup) } }
  expect(rated).toMatchObject({ ...ends, ShipmentServiceOptions: { ReturnService: { Code: '9' } } })
  expect(bought).toMatchObject({
    ...ends,
    ReturnService: { Code: '9' },
    Package: [{ Description: expect.any(String) }],
  })
  expect(read(asking({}))[1]).not.toHaveProperty('ReturnService')
})

test('UPS is not asked for a return that it does not make, with the field that keeps it', () => {
  const returns = { pay: null, label: 'paper' } as const
  const find = (options: Partial<CarrierOptions>, dropoff = inAtlanta()) =>
    findOptionDecline({ ...aTransport({ dropoff }), options: { ...noOptions, returns, ...options } })?.pointer
  expect(find({})).toBeUndefined()
  expect(find({ signature: 'required' })).toBe('/service_options/signature')
  const billTo = { party: 'recipient', account: 'X9Y8Z7', country: 'US', postCode: '30005' } as const
  expect(find({ billTo })).toBe('/service_options/bill_to')
  expect(find({}, inAtlanta(inBerlin))).toBe('/direction')
  const [parcel] = aTransport().parcels
  if (!parcel) throw new Error('no parcel')
  const two = { ...aTransport(), parcels: [parcel, parcel], options: { ...noOptions, returns } }
  expect(findOptionDecline(two)?.pointer).toBe('/parcels')
  expect(findOptionDecline({ ...two, pickup: inAtlanta(inToronto), dropoff: inAtlanta(inToronto) })).toBeNull()
})

const address = ({ addressLine1, city }: { addressLine1: string; city: string }) => ({
  AddressLine: [addressLine1],
  City: city,
})
