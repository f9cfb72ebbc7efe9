/** Merchants set what is declared of every shipment that crosses a customs border. */
import type { AppError } from '@waybill/contracts/app-error'
import { newId } from '@waybill/contracts/ids'
import { aDropoffAddress, anAddress, aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aMerchant, startSharedService } from '../testing/running-service.ts'

const service = await startSharedService()

type Merchant = ReturnType<typeof aMerchant>
type Options = Parameters<Merchant['context']>[0]

const getData = ({ body }: { body: Buffer }) => JSON.parse(body.toString()).data
const get = async (merchant: Merchant) =>
  getData(await service.client.GetCustomsDefaults({ context: merchant.context() }))
const update = (merchant: Merchant, patch: object, options?: Options) =>
  service.client.UpdateCustomsDefaults({
    context: merchant.context(options),
    document: Buffer.from(JSON.stringify(patch)),
  })
const reset = (merchant: Merchant, options?: Options) =>
  service.client.ResetCustomsDefaults({ context: merchant.context(options) })

/** The refusal, thrown or kept as the answer for repeats. */
async function refusal(call: Promise<{ body: Buffer }>): Promise<Pick<AppError, 'code' | 'details'>> {
  const answer = await call.catch((error: AppError) => error)
  return 'code' in answer ? answer : JSON.parse(answer.body.toString()).error
}

const eori = { type: 'eori', number: 'GB123456789000', issuing_country: 'GB' } as const
const defaults = { certify: true, certify_signer: 'Ada Baker', tax_ids: [{ ...eori, number: 'gb 123456789000' }] }
const nothing = { contents: null, non_delivery: null, certify: false, certify_signer: null, export_filing: null }

const paris = { city: 'Paris', province: null, town: null, post_code: '75001', country: 'FR' }
const toParis = (fields: object = {}) =>
  aShipmentDocument({
    dropoff_address: aDropoffAddress({ ...paris, latitude: 48.86, longitude: 2.34, phone: '+33140205050' }),
    ...fields,
  })

test('every field is empty until it is set, and again after a reset; a response can be sent back', async () => {
  const merchant = aMerchant(service)
  const empty = { environment_id: merchant.environmentId, ...nothing, tax_ids: [], updated_at: null }
  expect(await get(merchant)).toEqual(empty)
  const answer = await update(merchant, defaults)
  expect(answer).toMatchObject({ status: 200, etag: '1' })
  const set = getData(answer)
  expect(set).toEqual({ ...empty, ...defaults, tax_ids: [eori], updated_at: expect.any(String) })
  expect((await update(merchant, set)).etag).toBe('1')
  expect(getData(await update(merchant, { non_delivery: null, contents: 'gift' }))).toMatchObject({
    contents: 'gift',
    certify_signer: 'Ada Baker',
    certify: true,
  })
  expect((await reset(merchant)).status).toBe(204)
  expect(await get(merchant)).toEqual({ ...empty, updated_at: expect.any(String) })
  // No ETag of the time before fits.
  expect((await update(merchant, { contents: 'gift' })).etag).toBe('4')
  expect((await refusal(update(merchant, { contents: 'sample' }, { ifMatch: '1' }))).code).toBe('version_conflict')
})

test('a wrong document names every wrong field and changes nothing; a stale ETag is refused', async () => {
  const merchant = aMerchant(service)
  const wrong = { contents: 'other', tax_ids: [{ type: 'ioss', number: '1' }], environment_id: 'env_1', colour: 'red' }
  const { code, details } = await refusal(update(merchant, wrong))
  expect([code, details.map((one) => `${one.field}: ${one.code}`).sort()]).toEqual([
    'validation_error',
    [
      'colour: unknown_field',
      'contents: invalid_value',
      'environment_id: read_only',
      'tax_ids[0].number: invalid_format',
    ],
  ])
  await update(merchant, defaults)
  const stale = { ifMatch: '0' }
  expect((await refusal(update(merchant, { certify: false }, stale))).code).toBe('version_conflict')
  expect((await refusal(reset(merchant, stale))).code).toBe('version_conflict')
  expect(await get(merchant)).toMatchObject({ certify: true })
})

test('declarations are certified by somebody', async () => {
  const merchant = aMerchant(service)
  const noSigner = [expect.objectContaining({ field: 'certify_signer', code: 'required' })]
  expect(await refusal(update(merchant, { certify: true }))).toMatchObject({ details: noSigner })
  await update(merchant, defaults)
  expect(await refusal(update(merchant, { certify_signer: null }))).toMatchObject({ details: noSigner })
  expect(await get(merchant)).toMatchObject({ certify: true, certify_signer: 'Ada Baker' })
  const neither = { certify: false, certify_signer: null }
  expect(getData(await update(merchant, neither))).toMatchObject(neither)
  // Stored before a signer was required: other changes of them are not refused.
  const { environmentId } = merchant
  await sql`update customs_defaults set fields = fields || '{"certify": true}' where environment_id = ${environmentId}`.execute(
    service.db,
  )
  const stored = await get(merchant)
  expect(getData(await update(merchant, { ...stored, contents: 'gift' }))).toMatchObject({
    contents: 'gift',
    certify: true,
    certify_signer: null,
  })
  expect(getData(await update(merchant, { certify_signer: 'Ada Baker' }))).toMatchObject({
    certify: true,
    certify_signer: 'Ada Baker',
  })
})

test('they are of one environment, and a repeat of a change has its answer', async () => {
  const [merchant, other] = [aMerchant(service), aMerchant(service)]
  const once = { idempotencyKey: 'once', route: 'PATCH /api/v1/customs-defaults', bodyHash: 'a' }
  const first = await update(merchant, defaults, once)
  await update(merchant, { certify: false })
  expect((await update(merchant, defaults, once)).body).toEqual(first.body)
  expect(await get(merchant)).toMatchObject({ certify: false })
  expect(await get(other)).toMatchObject(nothing)
  expect((await other.created(toParis())).customs).toBeNull()
})

test('a new shipment abroad has them in its empty fields, and none at home', async () => {
  const merchant = aMerchant(service)
  await update(merchant, defaults)
  expect((await merchant.created(aShipmentDocument())).customs).toBeNull()
  const sent = { contents: 'gift', certify_signer: 'Bob Baker' }
  const { shipment_id, customs } = await merchant.created(toParis({ customs: sent }))
  expect(customs).toMatchObject({ ...sent, certify: true, tax_ids: [{ party: 'sender', ...eori }] })
  expect(customs?.from_defaults).toEqual(['certify', 'tax_ids.eori'])
  await update(merchant, { certify: false, tax_ids: null })
  expect((await merchant.get(shipment_id)).customs).toEqual(customs)
  const unsure = await merchant.created(toParis({ customs: { certify: false } }))
  expect(unsure.customs).toMatchObject({ certify: false, certify_signer: 'Ada Baker' })
})

test('a quote without a shipment finds the one that it registered, also after the defaults have changed', async () => {
  const merchant = aMerchant(service)
  await update(merchant, defaults)
  const parcels = [aParcelDocument()]
  const quoted = async (sent?: object | null) => {
    const fields = toParis({ pickup_address: anAddress(), parcels, customs: sent })
    const document = Buffer.from(JSON.stringify(fields))
    const call = { context: merchant.context(), quote_id: newId('qte'), document }
    const { shipment_id, customs } = await service.client.FindOrRegister(call)
    return { shipment_id, customs: customs === '' ? null : JSON.parse(customs) }
  }
  const first = await quoted()
  expect(first.customs).toMatchObject({ certify: true, certify_signer: 'Ada Baker' })
  await update(merchant, { certify_signer: 'Eve Baker' })
  expect(await quoted()).toEqual(first)
  expect(await quoted(first.customs)).toEqual(first)
  const unsure = await quoted({ certify: false })
  expect(unsure.shipment_id).not.toBe(first.shipment_id)
  expect(unsure.customs).toMatchObject({ certify: false, certify_signer: 'Eve Baker' })
  expect(await quoted({ certify: false })).toEqual(unsure)
  const undeclared = await quoted(null)
  expect(undeclared.customs).toBeNull()
  expect(await quoted()).toEqual(first)
})
