/** Quotes as streams: what carriers answer, when they answer. */
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { AppError } from '@waybill/contracts/app-error'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anOffer, down, inMs, offers } from '../testing/carriers.ts'
import { aMerchant, getData, type Merchant, type RunningService, runningService } from '../testing/running-service.ts'

let service: RunningService
beforeAll(async () => {
  service = await runningService()
})
afterAll(() => service.stop())

const usual = aShipmentDocument()

async function openLive(merchant: Merchant, key: string | null = null, document: object = usual) {
  const bytes = Buffer.from(JSON.stringify(document))
  const bodyHash = createHash('sha256').update(bytes).digest('hex')
  const context = merchant.context({ idempotencyKey: key, route: 'POST /api/v1/quotes', bodyHash })
  return (await service.client.CreateLive({ context, document: bytes })).bytes
}

// biome-ignore lint/suspicious/noExplicitAny: data of any event, which the test checks
type Line = [event: string, data: any]
const splitLines = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => [line.slice(0, line.indexOf(' ')), JSON.parse(line.slice(line.indexOf(' ')))])

const live = async (merchant: Merchant, key: string | null = null, document?: object) =>
  splitLines((await buffer(await openLive(merchant, key, document))).toString())

const readEvents = (lines: Line[]) => lines.map(([event]) => event)

test('sends an option before the last carrier has answered, then the stored quote with the same options', async () => {
  const merchant = aMerchant(service)
  const answered = Promise.withResolvers<void>()
  merchant.script({
    swift_courier: { ...offers(anOffer({ service: 'swift_now' })), after: answered.promise },
    city_van: offers(anOffer()),
    eco_parcel: down,
  })
  const bytes = await openLive(merchant)
  let text = ''
  bytes.setEncoding('utf8').on('data', (piece: string) => {
    text += piece
  })
  await eventually(() => expect(readEvents(splitLines(text)).sort()).toEqual(['begin', 'message', 'option']))
  expect(await merchant.quoteCount()).toBe(0)
  answered.resolve()
  await eventually(() => expect(bytes.readableEnded).toBe(true))

  const lines = splitLines(text)
  const quote = lines.at(-1)?.[1]
  expect(readEvents(lines).slice(-2)).toEqual(['option', 'quote'])
  expect(quote).toEqual(await merchant.get(quote.quote_id))
  const options = lines.flatMap(([event, data]) => (event === 'option' ? [data] : []))
  expect(quote.options).toHaveLength(2)
  expect(quote.options).toEqual(expect.arrayContaining(options))
  expect(quote.messages).toEqual(lines.flatMap(([event, data]) => (event === 'message' ? [data] : [])))
})

test('an offer that expires while another carrier is slow is not in the quote', async () => {
  const merchant = aMerchant(service)
  const expiresAt = Date.now() + 2_500
  const expired = eventually(() => expect(Date.now()).toBeGreaterThan(expiresAt - 900))
  merchant.script({
    swift_courier: offers(anOffer({ service: 'swift_now', expires_at: inMs(expiresAt - Date.now()) })),
    city_van: { ...offers(anOffer()), after: expired },
  })
  const lines = await live(merchant)
  const quote = lines.at(-1)?.[1]
  expect(quote.options).toHaveLength(1)
  expect(quote.messages).toContainEqual(expect.objectContaining({ code: 'offer_expired' }))
})

test('a repeat with its key gets the stored quote as the only line, in both forms', async () => {
  const merchant = aMerchant(service)
  const quote = (await live(merchant, 'again', usual)).at(-1)?.[1]
  expect(await live(merchant, 'again', usual)).toEqual([['quote', quote]])
  const stored = await merchant.create('again', usual)
  expect(stored).toMatchObject({ status: 201, replayed: true })
  expect(getData(stored)).toEqual(quote)
  expect(await merchant.quoteCount()).toBe(1)
  expect(merchant.carrierCalls()).toBe(3)
})

test('wrong fields fail the call; a missing offer is an error at the end, and again at a repeat', async () => {
  const merchant = aMerchant(service)
  await expect(openLive(merchant, null, { ...usual, parcels: 'none' })).rejects.toThrow(AppError)
  merchant.script({})
  const lines = await live(merchant, 'none')
  expect(lines.map(([event]) => event)).toEqual(['begin', ...Array(lines.length - 2).fill('message'), 'error'])
  expect(lines.at(-1)?.[1]).toMatchObject({ success: false, error: { code: 'no_rates_available', status: 422 } })
  expect(await live(merchant, 'none')).toEqual([lines.at(-1)])
  expect(await merchant.quoteCount()).toBe(0)
})

test('a caller that stops reading leaves a record that a repeat takes over', async () => {
  const merchant = aMerchant(service)
  const answered = Promise.withResolvers<void>()
  merchant.script({ city_van: { ...offers(anOffer()), after: answered.promise } })
  const bytes = await openLive(merchant, 'gone')
  bytes.destroy()
  merchant.script({ city_van: offers(anOffer()) })
  await eventually(async () => expect((await live(merchant, 'gone')).at(-1)?.[0]).toBe('quote'))
  answered.resolve()
  expect(await merchant.quoteCount()).toBe(1)
})

test('the quote of another environment is not a repeat', async () => {
  const [one, other] = [aMerchant(service), aMerchant(service)]
  const ours = (await live(one, 'shared')).at(-1)?.[1]
  const theirs = (await live(other, 'shared')).at(-1)?.[1]
  expect(theirs.quote_id).not.toBe(ours.quote_id)
  await expect(other.get(ours.quote_id)).rejects.toMatchObject({ code: 'quote_not_found' })
})
