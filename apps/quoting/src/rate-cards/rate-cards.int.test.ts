/** Rate cards of merchants: their documents, who sees them, and the offers that they make. */
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aMerchant, getData, type RunningService, runningService } from '../testing/running-service.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service?.stop())

const aCard = {
  name: 'City',
  service_code: 'fleet_now',
  currency: 'GBP',
  pickup_country: 'GB',
  distance_price: { base_amount: '4.00', per_km_amount: '0.50' },
}

function anOwner() {
  const merchant = aMerchant(service)
  const { context } = merchant
  const bytes = (document: object) => Buffer.from(JSON.stringify(document))
  const { client } = service
  return {
    ...merchant,
    createCard: (document: object = aCard, key: string | null = null) =>
      client.CreateRateCard({
        context: context({ idempotencyKey: key, route: 'POST /api/v1/rate-cards', bodyHash: JSON.stringify(document) }),
        document: bytes(document),
      }),
    getCard: (id: string) => client.GetRateCard({ context: context(), rate_card_id: id }),
    updateCard: (id: string, patch: object, ifMatch: string | null = null) =>
      client.UpdateRateCard({ context: context({ ifMatch }), rate_card_id: id, document: bytes(patch) }),
    deleteCard: (id: string) => client.DeleteRateCard({ context: context(), rate_card_id: id }),
    listCards: (page: { limit: number; cursor: string } | null = null) =>
      client.ListRateCards({ context: context(), page }),
  }
}
interface Card {
  rate_card_id: string
  [name: string]: unknown
}
const getId = (answer: Answer__Output) => getData<Card>(answer).rate_card_id

/** The error of a call, thrown or answered. */
const refusal = (call: Promise<Answer__Output>) =>
  call.then(
    ({ body }) => JSON.parse(body.toString()).error,
    (error: unknown) => error,
  )

test('a card is made, read, changed, sent back and deleted; a repeated key makes one', async () => {
  const owner = anOwner()
  const answer = await owner.createCard(aCard, 'one')
  const card = getData<Card>(answer)
  expect(answer).toMatchObject({ status: 201, etag: '1' })
  expect(card).toMatchObject({
    ...aCard,
    environment_id: owner.environmentId,
    pickup_post_code_prefix: null,
    zones: null,
    distance_price: { base_amount: '4.00', per_km_amount: '0.50', included_weight_kg: '0.000', per_kg_amount: '0.00' },
    max_distance_km: null,
    max_weight_kg: '50.000',
    max_parcels: 20,
    tax_rate_percent: '0.00',
    delivery_minutes: 120,
  })
  expect(getData(await owner.createCard(aCard, 'one'))).toEqual(card)
  const id = card.rate_card_id
  expect(getData(await owner.updateCard(id, { ...card, name: 'Town' }, '1'))).toMatchObject({ name: 'Town' })
  expect(await refusal(owner.updateCard(id, { name: 'Village' }, '1'))).toMatchObject({ code: 'version_conflict' })
  const zones = [{ country: 'GB', post_code_prefix: 'N1', amount: 5 }]
  const zoned = getData(await owner.updateCard(id, { distance_price: null, zones }))
  expect(zoned).toMatchObject({ distance_price: null, zones: [{ ...zones[0], amount: '5.00' }] })
  expect(getData(await owner.getCard(id))).toEqual(zoned)
  expect(await owner.deleteCard(id)).toMatchObject({ status: 204 })
  await expect(owner.getCard(id)).rejects.toMatchObject({ code: 'rate_card_not_found' })
})

test('a place that two zones have is refused, with both of them named', async () => {
  const owner = anOwner()
  const zones = [
    { country: 'GB', post_code_prefix: 'SW1', amount: 5 },
    { country: 'GB', amount: 9 },
    { country: 'FR', post_code_prefix: 'SW1', amount: 6 },
    { country: 'GB', post_code_prefix: 'sw 1', amount: 7 },
    { country: 'GB', post_code_prefix: null, amount: 8 },
  ]
  const card = { ...aCard, distance_price: null, zones }
  await expect(owner.createCard(card)).rejects.toMatchObject({
    code: 'validation_error',
    details: [
      { field: 'zones[3].post_code_prefix', message: expect.stringContaining('zones[0]') },
      { field: 'zones[4].post_code_prefix', message: expect.stringContaining('zones[1]') },
    ],
  })
  const id = getId(await owner.createCard({ ...card, zones: zones.slice(0, 3) }))
  const wrong = { zones: [zones[0], zones[0]] }
  expect(await refusal(owner.updateCard(id, wrong))).toMatchObject({ code: 'validation_error' })
})

test('a card changes from one price to the other only if the change says so, and the error says how', async () => {
  const owner = anOwner()
  const id = getId(await owner.createCard())
  const zones = [{ country: 'GB', amount: 5 }]
  const toProblems = async (patch: object) =>
    (await refusal(owner.updateCard(id, patch))).details.map(({ field, message }: Record<string, string>) => [
      field,
      message,
    ])
  const toZones = [
    'distance_price',
    'is required: the card has one of the two prices. Send "distance_price": null with zones',
  ]
  expect(await toProblems({ zones })).toEqual([toZones])
  expect(await toProblems({ zones, name: '' })).toEqual([['name', 'must not be empty'], toZones])
  expect(await toProblems({ zones: [], distance_price: null })).toEqual([['zones', 'must have at least one entry']])
  expect(await owner.updateCard(id, { zones, distance_price: null })).toMatchObject({ status: 200 })
  expect(await toProblems({ distance_price: aCard.distance_price })).toEqual([
    ['zones', 'is required: the card has one of the two prices. Send "zones": null with distance_price'],
  ])
})

test('a change that changes nothing keeps the version', async () => {
  const owner = anOwner()
  const answer = await owner.createCard()
  const card = getData<Card>(answer)
  for (const same of [{}, card, { pickup_country: 'gb', currency: 'gbp', distance_price: aCard.distance_price }]) {
    const unchanged = await owner.updateCard(card.rate_card_id, same, '1')
    expect([unchanged.etag, getData(unchanged)]).toEqual(['1', card])
  }
  expect(await owner.updateCard(card.rate_card_id, { name: 'Town' }, '1')).toMatchObject({ etag: '2' })
})

test('every wrong field of a card is named, and nothing is stored', async () => {
  const owner = anOwner()
  const wrong = { ...aCard, currency: 'JPY', zones: [{ country: 'UK', amount: 1 }], max_parcel: 3 }
  await expect(owner.createCard(wrong)).rejects.toMatchObject({
    code: 'validation_error',
    details: expect.arrayContaining([
      expect.objectContaining({ field: 'zones[0].country', message: expect.stringContaining('GB') }),
      expect.objectContaining({ field: 'max_parcel', message: expect.stringContaining('max_parcels') }),
    ]),
  })
  await expect(
    owner.createCard({ ...aCard, currency: 'JPY', distance_price: { base_amount: '4.50' } }),
  ).rejects.toMatchObject({
    details: [expect.objectContaining({ field: 'distance_price.base_amount', code: 'too_many_decimals' })],
  })
  const id = getId(await owner.createCard())
  const unpriced = await refusal(owner.updateCard(id, { distance_price: null }))
  expect(unpriced).toMatchObject({ code: 'validation_error', details: [{ field: 'distance_price' }] })
  const moved = await refusal(owner.updateCard(id, { rate_card_id: 'rtc_other' }))
  expect(moved).toMatchObject({ code: 'validation_error', details: [{ field: 'rate_card_id', code: 'read_only' }] })
  expect(getData<Card>(await owner.getCard(id))).toMatchObject(aCard)
})

test('cards of another environment are not found, not listed and make no offer', async () => {
  const [owner, other] = [anOwner(), anOwner()]
  const id = getId(await owner.createCard())
  await expect(other.getCard(id)).rejects.toMatchObject({ code: 'rate_card_not_found' })
  expect(await refusal(other.updateCard(id, { name: 'Mine' }))).toMatchObject({ code: 'rate_card_not_found' })
  expect(await refusal(other.deleteCard(id))).toMatchObject({ code: 'rate_card_not_found' })
  expect(getData(await other.listCards())).toEqual([])
  const { options, messages } = await other.created()
  expect([...options, ...messages].map(({ carrier_code }) => carrier_code)).not.toContain('own_fleet')
})

test('cards are listed newest first, in pages', async () => {
  const owner = anOwner()
  const ids = [
    getId(await owner.createCard()),
    getId(await owner.createCard()),
    getId(await owner.createCard()),
  ].reverse()
  const first = JSON.parse((await owner.listCards({ limit: 2, cursor: '' })).body.toString())
  expect(first.data.map(({ rate_card_id }: Card) => rate_card_id)).toEqual(ids.slice(0, 2))
  const rest = await owner.listCards({ limit: 2, cursor: first.meta.next_cursor })
  expect(getData<Card[]>(rest).map(({ rate_card_id }) => rate_card_id)).toEqual(ids.slice(2))
})

test('a quote has an offer of the own fleet beside those of carriers, until its card is disabled', async () => {
  const owner = anOwner()
  const id = getId(await owner.createCard({ ...aCard, max_distance_km: 10 }))
  const { options, messages } = await owner.created()
  expect(options.map(({ carrier_code }) => carrier_code)).toEqual(expect.arrayContaining(['city_van', 'own_fleet']))
  expect(options.find(({ carrier_code }) => carrier_code === 'own_fleet')).toMatchObject({
    service_code: 'fleet_now',
    carrier_name: 'Own fleet',
    currency: 'GBP',
  })
  expect(messages.map(({ service_code }) => service_code)).not.toContain('fleet_same_day')
  await owner.updateCard(id, { max_distance_km: 1 })
  expect((await owner.created()).messages).toContainEqual(
    expect.objectContaining({ carrier_code: 'own_fleet', service_code: 'fleet_now', code: 'too_far' }),
  )
  await owner.updateCard(id, { enabled: false })
  const without = await owner.created()
  expect([...without.options, ...without.messages].map(({ carrier_code }) => carrier_code)).not.toContain('own_fleet')
})
