import { expect, test } from 'vitest'
import type { CarrierTaxId } from '../../carrier-adapter.ts'
import { aShirt, toCanada } from '../../testing/declarations.ts'
import { aParcelTransport } from '../../testing/transports.ts'
import { customsDecline, type DeclarationNeeds } from './needs.ts'
import { declarationNotices } from './notices.ts'
import { declared, dutiesPayer, findIncoterm, goodsValue, lineValue, netWeight } from './values.ts'

const transport = aParcelTransport(1_000)
const needs: DeclarationNeeds = {
  carrierName: 'Post',
  customs: ['contents', 'nonDelivery'],
  items: ['unitWeightGrams', 'originCountry'],
  needsValue: true,
  incoterms: ['DDP', 'DAP'],
  incotermByPayer: { sender: 'DDP', recipient: 'DDU' },
  takesTaxId: ({ type }) => type === 'vat',
}
const bare = { description: 'Scarf', quantity: 1, unitValue: { currency: 'USD', exponent: 2, amountMinor: 0 } }

test('a complete declaration and goods that stay within a customs border are no reason to decline', () => {
  expect(customsDecline(toCanada(transport), needs)).toBeNull()
  expect(customsDecline(transport, needs)).toBeNull()
  expect(customsDecline({ ...transport, customs: { certify: true } }, needs)).toBeNull()
})

test('every gap is named by its pointer before the carrier is asked', () => {
  const vat: CarrierTaxId = { party: 'sender', type: 'vat', number: 'GB1' }
  const gaps = {
    ...toCanada(transport, {}, [aShirt, bare]),
    customs: { contents: 'other', certify: true, taxIds: [vat] },
  }
  expect(customsDecline(gaps as typeof transport, needs)).toEqual({
    kind: 'not_served',
    code: 'missing_field',
    pointer: '/customs/non_delivery',
    message:
      'Missing: /customs/non_delivery, /customs/contents_explanation, /customs/certify_signer, /parcels/0/items/1/unit_value, /parcels/0/items/1/unit_weight, /parcels/0/items/1/origin_country, /customs/tax_ids/0/issuing_country. Post needs it to declare goods to customs from US to CA.',
  })
})

test('without a declaration the contents are missing', () => {
  const { customs: _, ...undeclared } = toCanada(transport, {}, [])
  const decline = customsDecline(undeclared, { ...needs, customs: ['contents'] })
  expect(decline?.message).toContain('Missing: /customs/contents, /parcels/0/items. Post needs it')
})

test('terms that the carrier does not know are named, also those of who pays the duties', () => {
  expect(customsDecline(toCanada(transport, { incoterm: 'EXW' }), needs)).toMatchObject({
    code: 'customs_not_supported',
    message: '/customs/incoterm is EXW, and Post knows DDP, DAP only.',
    pointer: '/customs/incoterm',
  })
  const { incoterm: _, ...customs } = toCanada(transport, { dutiesPayer: 'recipient' }).customs ?? {}
  expect(customsDecline({ ...toCanada(transport), customs }, needs)?.message).toContain('DDU')
})

test('a line has the value of all its pieces, and weighs no more than they do', () => {
  expect(lineValue(aShirt)).toEqual({ currency: 'USD', exponent: 2, amountMinor: 5_997 })
  const three = { pieces: 3, decimals: 3 }
  expect(netWeight(aShirt, { ...three, unit: 'g' })).toBe(450)
  expect(netWeight(aShirt, { ...three, unit: 'oz' })).toBe(15.873)
  expect(netWeight({ unitWeightGrams: 0.001 }, { pieces: 1, unit: 'oz', decimals: 3 })).toBe(0.001)
  expect(netWeight({}, { ...three, unit: 'g' })).toBeNull()
})

test('the value of goods is that of their items, else the one declared for the parcel, in one currency', () => {
  const [parcel] = toCanada(transport).parcels
  if (parcel === undefined) throw new Error('there is no parcel')
  const { items: _, ...empty } = parcel
  const worth = (currency: string) => ({ ...empty, declaredValue: { currency, exponent: 2, amountMinor: 1_000 } })
  expect(goodsValue([parcel, worth('USD')])?.amountMinor).toBe(6_997)
  expect(goodsValue([parcel, worth('EUR')])).toBeNull()
  expect(goodsValue([parcel, empty])).toBeNull()
  expect(goodsValue([empty])).toBeNull()
})

test('the sender pays the duties of DDP, and who pays them says the term', () => {
  expect([dutiesPayer({ incoterm: 'DDP' }), dutiesPayer({ incoterm: 'DAP' })]).toEqual(['sender', null])
  expect(dutiesPayer({ incoterm: 'DDP', dutiesPayer: 'recipient' })).toBe('recipient')
  const terms = { sender: 'DDP', recipient: 'DDU' }
  expect(findIncoterm({ dutiesPayer: 'recipient' }, terms)).toBe('DDU')
  expect(findIncoterm({ incoterm: 'FCA', dutiesPayer: 'recipient' }, terms)).toBe('FCA')
  expect(findIncoterm({}, terms)).toBeNull()
})

test('parts that the carrier does not get are notices, and nothing is said of goods within a border', () => {
  const leftOut = {
    carrierName: 'Post',
    customs: ['invoiceDate', 'contentsExplanation'] as const,
    isTaxIdTaken: () => false,
    descriptions: { limit: '5 characters', fits: ({ length }: string) => length <= 5 },
  }
  const eori: CarrierTaxId = { party: 'sender', type: 'eori', number: 'DE1234567' }
  const request = toCanada(transport, { taxIds: [eori] })
  expect(declared(request)).not.toBeNull()
  expect(declarationNotices(request, leftOut)).toEqual([
    {
      serviceCode: null,
      code: 'customs_left_out',
      message: 'Post does not get /customs/invoice_date, /customs/tax_ids/0.',
      pointer: '/customs/invoice_date',
    },
    {
      serviceCode: null,
      code: 'text_shortened',
      message: '/parcels/0/items/0/description: Post takes 5 characters. The rest is left out.',
      pointer: '/parcels/0/items/0/description',
    },
  ])
  expect(declarationNotices({ ...request, dropoff: request.pickup }, leftOut)).toEqual([])
})
