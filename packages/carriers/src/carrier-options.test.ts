import { expect, test } from 'vitest'
import type { CarrierOptions } from './carrier-adapter.ts'
import type { OptionSupport } from './carrier-descriptor.ts'
import { findUnsupportedOption, insuredShares, noOptions } from './carrier-options.ts'
import { refuseUnsupportedOptions } from './wrappers/option-guard.ts'

const usd = (amountMinor: number) => ({ currency: 'USD', exponent: 2, amountMinor })
const find = (asked: Partial<CarrierOptions>, options?: OptionSupport, parcels = 1) =>
  findUnsupportedOption(
    { name: 'Acme', ...(options && { options }) },
    { options: { ...noOptions, ...asked }, parcels: Array.from({ length: parcels }, () => ({})) },
  )

const everything: CarrierOptions = {
  signature: 'adult',
  insurance: { ...usd(100), provider: null },
  saturdayDelivery: true,
  labelReferences: ['PO 7'],
  returnAddress: {} as CarrierOptions['returnAddress'],
  billTo: { party: 'recipient', account: 'A', country: null, postCode: null },
  dangerousGoods: 'lithium_batteries',
  minimumAge: 18,
  deliveryPin: true,
  tip: usd(200),
  returns: null,
}

test('a carrier that lists no options takes none, and the reason names each with its field', () => {
  const decline = find(everything)
  expect(decline).toMatchObject({ code: 'option_not_supported', pointer: '/service_options/signature' })
  const names = [...(decline?.message.matchAll(/\/service_options\/(\w+)/g) ?? [])].map(([, name]) => name)
  expect(names).toEqual([
    ...['signature', 'insurance', 'saturday_delivery', 'label_references', 'return_address', 'bill_to'],
    ...['dangerous_goods', 'age_verification', 'delivery_pin', 'tip'],
  ])
  expect(find({})).toBeNull()
})

test.each<[Partial<CarrierOptions>, OptionSupport, string]>([
  [{ signature: 'adult' }, { signature: ['required'] }, 'takes the signature required, not adult'],
  [
    { insurance: { ...usd(1), provider: 'carrier' } },
    { insurance: { providers: ['aggregator'] } },
    'only of aggregator',
  ],
  [
    { insurance: { ...usd(1), provider: null } },
    { insurance: { providers: ['carrier'], currencies: ['EUR'] } },
    'insures in EUR only, not in USD',
  ],
  [{ minimumAge: 18 }, { minimumAge: [21] }, 'checks the age 21 only'],
  [{ dangerousGoods: 'limited_quantity' }, { dangerousGoods: ['lithium_batteries'] }, 'lithium_batteries only'],
])('%j is not among %j', (asked, able, words) => {
  expect(find(asked, able)?.message).toContain(words)
})

test.each<[Partial<OptionSupport>, CarrierOptions['returns'], string | null]>([
  [{}, { pay: null, label: 'paper' }, '/direction'],
  [{ returns: { pay: ['now'] } }, { pay: null, label: 'paper' }, null],
  [{ returns: { pay: ['now'] } }, { pay: 'on_use', label: 'paper' }, '/return_terms/pay'],
  [{ returns: { pay: [] } }, { pay: 'now', label: 'paper' }, '/return_terms/pay'],
  [{ returns: { pay: ['on_use'] } }, { pay: 'on_use', label: 'qr' }, '/return_terms/label'],
  [{ returns: { pay: ['on_use'], qr: true } }, { pay: 'on_use', label: 'qr' }, null],
])('a carrier with %j gets a return with %j, or its field is named: %s', (able, returns, pointer) => {
  expect(find({ returns }, able)?.pointer ?? null).toBe(pointer)
})

test('insurance of several parcels needs a carrier that insures them', () => {
  const able: OptionSupport = { insurance: { providers: ['aggregator'], maxParcels: 1 } }
  const asked = { insurance: { ...usd(1), provider: null } }
  expect(find(asked, able)).toBeNull()
  expect(find(asked, able, 2)?.pointer).toBe('/service_options/insurance')
})

test('each parcel is insured for its share of the value, without a remainder', () => {
  const shares = (total: number, ...values: (number | null)[]) =>
    insuredShares(
      usd(total),
      values.map((value) => (value === null ? {} : { declaredValue: usd(value) })),
    ).map(({ amountMinor }) => amountMinor)
  expect(shares(10_000, 1_000, 3_000)).toEqual([2_500, 7_500])
  expect(shares(10_000, null, 3_000, 500)).toEqual([3_334, 3_333, 3_333])
  expect(shares(1_000_000_000, 100_000_000_000, 100_000_000_000)).toEqual([500_000_000, 500_000_000])
})

test('a draft or booking with an option that the carrier does not list is refused before the carrier is asked', async () => {
  const descriptor = { carrierCode: 'acme', name: 'Acme' }
  const never = () => expect.fail('the carrier was asked')
  const request = { options: everything, parcels: [] }
  const guard = (adapter: object) => refuseUnsupportedOptions({ descriptor, ...adapter } as never)
  const refused = { kind: 'refused', failure: { code: 'option_not_supported', retryable: false } }
  expect(await guard({ book: never }).book(request as never, {} as never)).toMatchObject(refused)
  expect(await guard({ book: never, draft: never }).draft?.(request as never, {} as never)).toMatchObject(refused)
})
