import { expect, test } from 'vitest'
import { type CardValues, changesOfCard, emptyCard, toCard } from './card-values.ts'

const card: CardValues = {
  ...emptyCard(),
  name: 'City',
  currency: 'GBP',
  pickup_country: 'GB',
  distance_price: { base_amount: '4.00', per_km_amount: '0.50', included_weight_kg: '', per_kg_amount: '' },
}

test('a card has one of the two prices, and what is empty is left out', () => {
  expect(toCard(card)).toMatchObject({
    distance_price: { base_amount: '4.00', per_km_amount: '0.50' },
    zones: null,
    max_distance_km: null,
    max_parcels: 20,
  })
  const byZone = toCard({ ...card, by: 'zones', zones: [{ country: 'GB', post_code_prefix: '', amount: '5' }] })
  expect(byZone).toMatchObject({
    distance_price: null,
    zones: [{ country: 'GB', post_code_prefix: null, amount: '5' }],
  })
})

test('a number that is none is sent as typed, so that the API names it', () => {
  expect(toCard({ ...card, max_parcels: 'many' }).max_parcels).toBe('many')
})

test('another price is sent with the end of the one before', () => {
  const zones = [{ country: 'GB', post_code_prefix: 'SW1', amount: '5' }]
  expect(changesOfCard(card, { ...card, by: 'zones', zones })).toEqual({ distance_price: null, zones })
  expect(changesOfCard(card, { ...card, enabled: false })).toEqual({ enabled: false })
})
