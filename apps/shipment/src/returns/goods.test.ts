import type { Shipment } from '@waybill/contracts/shipment'
import { parcelItem } from '@waybill/contracts/testing/customs'
import { parcel } from '@waybill/contracts/testing/records'
import { expect, test } from 'vitest'
import { aShipment } from '../testing/shipment.ts'
import { chooseGoods, listLeft, returnedParcels } from './goods.ts'

const shirts = parcelItem({ sku: 'TS-M', quantity: 3 })
const mug = parcelItem({ sku: null, description: 'Mug', quantity: 1, unit_weight: { value: '300', unit: 'g' } })
const original = {
  parcels: [
    parcel({
      parcelId: 'pcl_a',
      weightGrams: 1_500,
      weightSent: '1.5 kg',
      declaredValueMinor: 3_800,
      items: [shirts, mug],
    }),
    parcel({ parcelId: 'pcl_b', items: [{ ...shirts, quantity: 1 }] }),
    (({ items: _, ...unlisted }) => unlisted)(parcel({ parcelId: 'pcl_c' })),
  ],
}

const aReturn = (goods: NonNullable<Shipment['returnTerms']>['goods'], overrides: Partial<Shipment> = {}) =>
  aShipment({
    shipmentId: 'shp_1',
    returnTerms: { return_of: 'shp_0', reason: null, note: null, pay: null, label: 'paper', goods },
    ...overrides,
  })
const choose = (document: Parameters<typeof chooseGoods>[1], returns: Shipment[] = []) =>
  chooseGoods(listLeft(original, returns), document)

const everything = [
  {
    parcel_id: 'pcl_a',
    items: [
      { index: 0, quantity: 3 },
      { index: 1, quantity: 1 },
    ],
  },
  { parcel_id: 'pcl_b', items: [{ index: 0, quantity: 1 }] },
  { parcel_id: 'pcl_c', items: null },
]

test('without items and parcels, everything comes back that is in no other return', () => {
  expect(choose({})).toEqual({ goods: everything, problems: [] })
  const shirt = aReturn([
    { parcel_id: 'pcl_a', items: [{ index: 0, quantity: 1 }] },
    { parcel_id: 'pcl_c', items: null },
  ])
  expect(choose({}, [shirt]).goods).toEqual([
    {
      parcel_id: 'pcl_a',
      items: [
        { index: 0, quantity: 2 },
        { index: 1, quantity: 1 },
      ],
    },
    { parcel_id: 'pcl_b', items: [{ index: 0, quantity: 1 }] },
  ])
  expect(choose({}, [aReturn(everything)]).goods).toEqual([])
})

test.each(['cancelled', 'expired', 'failed', 'returned'] as const)(
  'a return that is %s leaves its goods free',
  (status) => {
    expect(choose({}, [aReturn(everything, { status })]).goods).toEqual(everything)
  },
)

test('items are taken from the first parcels that have them', () => {
  expect(choose({ items: [{ sku: 'TS-M', quantity: 4 }] }).goods).toEqual([
    { parcel_id: 'pcl_a', items: [{ index: 0, quantity: 3 }] },
    { parcel_id: 'pcl_b', items: [{ index: 0, quantity: 1 }] },
  ])
  expect(choose({ items: [{ sku: 'TS-M', parcel_id: 'pcl_b' }, { description: 'Mug' }] }).goods).toEqual([
    { parcel_id: 'pcl_a', items: [{ index: 1, quantity: 1 }] },
    { parcel_id: 'pcl_b', items: [{ index: 0, quantity: 1 }] },
  ])
})

test('every wrong item is named, and what is left of it', () => {
  const shirt = aReturn([{ parcel_id: 'pcl_a', items: [{ index: 0, quantity: 3 }] }])
  const items = [{ sku: 'TS-M' }, { sku: 'TS-M', quantity: 1 }, { sku: 'TS-L' }, { description: 'Mug', quantity: 2 }]
  expect(choose({ items }, [shirt]).problems).toMatchObject([
    {
      pointer: '/items/1/quantity',
      code: 'too_large',
      message: 'must be at most 0: 4 were sent. Others are in return shp_1',
    },
    { pointer: '/items/2/sku', code: 'invalid_value', message: 'must be an item of the shipment: it has no TS-L' },
    { pointer: '/items/3/quantity', code: 'too_large', message: 'must be at most 1: 1 were sent' },
  ])
})

test('an item is refused at the field that is wrong', () => {
  const mugs = aReturn([{ parcel_id: 'pcl_a', items: [{ index: 1, quantity: 1 }] }])
  const items = [{ sku: 'TS-M', parcel_id: 'pcl_x' }, { description: 'Mug' }]
  expect(choose({ items }, [mugs]).problems).toMatchObject([
    { pointer: '/items/0/parcel_id', code: 'unknown_parcel' },
    { pointer: '/items/1/description', code: 'not_allowed', message: 'is already in return shp_1' },
  ])
  expect(choose({ items: [{ description: 'Mug' }, { description: 'Mug' }] }).problems).toMatchObject([
    { pointer: '/items/1/description', code: 'repeated' },
  ])
})

test('every wrong parcel is named', () => {
  const whole = aReturn([{ parcel_id: 'pcl_c', items: null }])
  const parcels = ['pcl_a', 'pcl_a', 'pcl_x', 'pcl_c'].map((parcel_id) => ({ parcel_id }))
  expect(choose({ parcels }, [whole]).problems).toMatchObject([
    { pointer: '/parcels/1/parcel_id', code: 'repeated' },
    { pointer: '/parcels/2/parcel_id', code: 'unknown_parcel' },
    { pointer: '/parcels/3/parcel_id', code: 'not_allowed', message: 'is already in return shp_1' },
  ])
})

test('a parcel with a part of its items weighs and is worth less, and a whole one is as it was', () => {
  const back = (goods: typeof everything) => returnedParcels(listLeft(original, []), goods)
  const [part] = back([{ parcel_id: 'pcl_a', items: [{ index: 0, quantity: 1 }] }])
  // Two shirts of 0.25 kg and a mug of 0.3 kg stay.
  expect(part).toMatchObject({ weightGrams: 700, declaredValueMinor: 950, items: [{ sku: 'TS-M', quantity: 1 }] })
  expect(part).not.toHaveProperty('weightSent')
  const [whole] = back(everything)
  expect(whole).toEqual({ ...original.parcels[0], parcelId: expect.stringMatching(/^pcl_/) })
  expect(whole?.parcelId).not.toBe('pcl_a')
})

test('a parcel weighs as before if the weight of what stays is not known', () => {
  const unknown = { parcels: [parcel({ items: [shirts, { ...mug, unit_weight: null }] })] }
  const goods = [{ parcel_id: 'pcl_1', items: [{ index: 0, quantity: 1 }] }]
  expect(returnedParcels(listLeft(unknown, []), goods)[0]?.weightGrams).toBe(1_250)
})
