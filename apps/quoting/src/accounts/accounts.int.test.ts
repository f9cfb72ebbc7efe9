/** Carrier accounts of merchants: their documents, who sees them, and how they travel to booking. */
import { createSecretBox } from '@waybill/chassis/secrets/secret-box'
import { newEncryptionKey } from '@waybill/chassis/testing/encryption-keys'
import { sealLabel } from '@waybill/contracts/carrier-accounts/account-revision'
import type { Answer__Output } from '@waybill/contracts/gen/waybill/common/v1/Answer'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccountHolder, aToken, startPlane } from '../testing/accounts.ts'
import { getData, type RunningService, runningService } from '../testing/running-service.ts'

const keys = newEncryptionKey('test')
const box = createSecretBox(keys)
let plane: Awaited<ReturnType<typeof startPlane>>
let service: RunningService
beforeAll(async () => {
  plane = await startPlane()
  const callbackBaseUrl = 'https://api.example.com'
  service = await runningService({
    moreCarriers: plane.moreCarriers,
    carrierEncryptionKeys: keys,
    callbackBaseUrl,
  })
})
afterAll(async () => {
  await service?.stop()
  plane?.server.stop()
})

/** The revisions of an account in the outbox. */
const readRevisions = (carrierAccountId: string) =>
  service.db
    .selectFrom('outbox')
    .select(['type', 'sequence', 'public', 'internal'])
    .where('subject_id', '=', carrierAccountId)
    .where('type', '=', 'carrier_account.changed')
    .orderBy('position')
    .execute()

/** The error of a call, thrown or answered. */
const refusal = (call: Promise<Answer__Output>): Promise<ErrorBody> =>
  call.then(
    ({ body }) => JSON.parse(body.toString()).error,
    (error: ErrorBody) => error,
  )
interface ErrorBody {
  code: string
  message: string
  details: { field: string; code: string }[]
}

const readStored = (carrierAccountId: string) =>
  service.db
    .selectFrom('carrier_account')
    .selectAll()
    .where('carrier_account_id', '=', carrierAccountId)
    .executeTakeFirstOrThrow()

test('the operator port notes that only tests can be booked, until a live environment has an account', async () => {
  const readReadiness = async () => (await fetch(`http://127.0.0.1:${service.opsPort}/readyz`)).json()
  const { carrier_account_id } = await anAccountHolder(service).added()
  expect(await readReadiness()).toMatchObject({
    status: 'ready',
    notes: [expect.stringContaining('only tests')],
  })
  await service.db
    .updateTable('carrier_account')
    .set({ livemode: true })
    .where('carrier_account_id', '=', carrier_account_id)
    .execute()
  expect(await readReadiness()).toEqual({ status: 'ready' })
})

test('an account shows which credentials are set and never their values', async () => {
  const holder = anAccountHolder(service)
  const token = aToken()
  const answer = await holder.createAccount(holder.aDocument({ credentials: { token, secret: 'a seal' } }))
  const account = getData<Record<string, unknown>>(answer)
  expect(answer).toMatchObject({ status: 201, etag: '1' })
  expect(account).toEqual({
    carrier_account_id: expect.stringMatching(/^cac_[0-9a-z]{26}$/),
    environment_id: holder.environmentId,
    livemode: false,
    carrier_code: 'paper_plane',
    name: 'Hangar',
    endpoint: null,
    enabled: true,
    services: null,
    origin: null,
    status: 'unverified',
    failure: null,
    verified_at: null,
    credentials_set: ['secret', 'token'],
    callback_url: `https://api.example.com/api/v1/callbacks/${account.carrier_account_id}`,
    created_at: expect.any(String),
    updated_at: account.created_at,
  })
  const id = String(account.carrier_account_id)
  expect(await holder.getAccount(id)).toEqual(account)
  const everything = JSON.stringify([
    await service.db.selectFrom('carrier_account').selectAll().execute(),
    await service.db.selectFrom('outbox').selectAll().execute(),
    await service.db.selectFrom('idempotency_record').selectAll().execute(),
  ])
  expect(everything).not.toContain(token)
  expect(everything).not.toContain(Buffer.from(token).toString('base64'))
})

test('every wrong field of a new account is named at once', async () => {
  const holder = anAccountHolder(service)
  const document = { name: '', endpoint: 'https://carrier.example', services: ['x'] }
  const credentials = { token: '', colour: 'red' }
  const { details } = await refusal(holder.createAccount(holder.aDocument({ ...document, credentials })))
  expect(details.map(({ field }) => field).sort()).toEqual([
    ...['credentials.colour', 'credentials.token', 'endpoint', 'name', 'services[0]'],
  ])
})

test('an origin is a country, or post codes in it', async () => {
  const holder = anAccountHolder(service)
  const { carrier_account_id: id } = await holder.added({ origin: { country: 'gb', post_code_prefix: 'sw1 a' } })
  const shown = await holder.getAccount(id)
  expect(shown.origin).toEqual({ country: 'GB', post_code_prefix: 'SW1A' })
  expect(getData(await holder.updateAccount(id, shown))).toEqual(shown)
  const changed = getData(await holder.updateAccount(id, { origin: { country: 'FR' } }))
  expect(changed).toMatchObject({ origin: { country: 'FR', post_code_prefix: null }, status: 'unverified' })
  expect(getData(await holder.updateAccount(id, { name: 'Barn' }))).toMatchObject({ origin: { country: 'FR' } })
  expect(getData(await holder.updateAccount(id, { origin: null }))).toMatchObject({ origin: null })
  const { details } = await refusal(
    holder.updateAccount(id, { origin: { country: 'UK', post_code_prefix: '', city: 'London' } }),
  )
  expect(details.map(({ field }) => field).sort()).toEqual(['origin.city', 'origin.country', 'origin.post_code_prefix'])
})

test('every wrong field of a change is named at once', async () => {
  const holder = anAccountHolder(service)
  const { carrier_account_id: id } = await holder.added()
  const patch = { name: '', credentials: { colour: 'red' }, endpoint: 'https://carrier.example', services: ['x'] }
  const { details } = await refusal(holder.updateAccount(id, patch))
  expect(details.map(({ field }) => field).sort()).toEqual([
    'credentials.colour',
    'credentials.token',
    'endpoint',
    'name',
    'services[0]',
  ])
  const gone = await refusal(anAccountHolder(service).updateAccount(id, patch))
  expect(gone.details.map(({ field }) => field)).toEqual(['name'])
})

test('each revision travels to booking with its own seal, the deleted one too', async () => {
  const holder = anAccountHolder(service)
  const token = aToken()
  const { carrier_account_id: id } = await holder.added({ credentials: { token } })
  await holder.updateAccount(id, { enabled: false })
  await holder.updateAccount(id, { enabled: false })
  await holder.deleteAccount(id)
  const sent = await readRevisions(id)
  expect(sent).toMatchObject([
    { sequence: 1, public: null, internal: { revision: 1, enabled: true, deleted: false, livemode: false } },
    { sequence: 2, public: null, internal: { revision: 2, enabled: false, deleted: false } },
    { sequence: 3, public: null, internal: { revision: 3, enabled: false, deleted: true } },
  ])
  for (const [index, { internal }] of sent.entries()) {
    const { sealed } = internal as unknown as { sealed: { key_id: string; bytes: string } }
    const stored = { keyId: sealed.key_id, sealed: Buffer.from(sealed.bytes, 'base64') }
    const text = box.open(stored, sealLabel({ carrierAccountId: id, revision: index + 1 }))
    expect(JSON.parse(text)).toEqual({ token })
  }
})

test('a deleted account is gone, and its credentials are erased once booking has released it', async () => {
  const holder = anAccountHolder(service)
  const { carrier_account_id: id } = await holder.added()
  expect(await holder.deleteAccount(id)).toMatchObject({ status: 204 })
  await expect(holder.getAccount(id)).rejects.toMatchObject({ code: 'carrier_account_not_found' })
  expect(await refusal(holder.updateAccount(id, { name: 'Barn' }))).toMatchObject({ code: 'carrier_account_not_found' })
  expect(await refusal(holder.deleteAccount(id))).toMatchObject({ code: 'carrier_account_not_found' })
  expect((await readStored(id)).sealed).not.toBeNull()
  await service.bus.publish([
    {
      eventId: newId('evt'),
      type: 'carrier_account.released',
      environmentId: holder.environmentId,
      subjectType: 'carrier_account',
      subjectId: id,
      sequence: null,
      occurredAt: new Date(),
      public: null,
      internal: { carrier_account_id: id, revision: 2 },
    },
  ])
  await eventually(async () => expect(await readStored(id)).toMatchObject({ sealed: null, key_id: null }))
})

test('a change keeps the credentials that it leaves out, and new ones are unverified', async () => {
  const holder = anAccountHolder(service)
  const token = aToken()
  const { carrier_account_id: id, ...created } = await holder.added({ credentials: { token, secret: 'one' } })
  expect(getData(await holder.verifyAccount(id))).toMatchObject({ status: 'verified', failure: null })
  const renamed = getData(await holder.updateAccount(id, { ...created, name: 'Barn', services: ['glide'] }))
  expect(renamed).toMatchObject({ name: 'Barn', services: ['glide'], status: 'verified' })
  const changed = getData(await holder.updateAccount(id, { credentials: { secret: null } }))
  expect(changed).toMatchObject({ credentials_set: ['token'], status: 'unverified', verified_at: null })
  const stored = await readStored(id)
  const label = sealLabel({ carrierAccountId: id, revision: stored.revision })
  expect(JSON.parse(box.open({ keyId: String(stored.key_id), sealed: stored.sealed as Buffer }, label))).toEqual({
    token,
  })
})

test('a change of another version is refused', async () => {
  const holder = anAccountHolder(service)
  const { carrier_account_id: id } = await holder.added()
  expect(await holder.updateAccount(id, { name: 'Barn' }, '1')).toMatchObject({ status: 200, etag: '2' })
  expect(await refusal(holder.updateAccount(id, { name: 'Mill' }, '1'))).toMatchObject({ code: 'version_conflict' })
})

test('a repeat with the same key makes one account', async () => {
  const holder = anAccountHolder(service)
  const document = holder.aDocument()
  const first = await holder.createAccount(document, 'key-1')
  const again = await holder.createAccount(document, 'key-1')
  expect(again.body.equals(first.body)).toBe(true)
  expect(getData(await holder.listAccounts())).toHaveLength(1)
})

test('accounts are listed in pages, the newest first', async () => {
  const holder = anAccountHolder(service)
  const ids: string[] = []
  for (const name of ['One', 'Two', 'Three']) ids.unshift((await holder.added({ name })).carrier_account_id)
  const first = JSON.parse((await holder.listAccounts({ limit: 2, cursor: '' })).body.toString())
  const second = await holder.listAccounts({ limit: 2, cursor: first.meta.next_cursor })
  const found = [...first.data, ...getData<{ carrier_account_id: string }[]>(second)]
  expect(found.map(({ carrier_account_id }) => carrier_account_id)).toEqual(ids)
})

test('another tenant sees, changes and verifies nothing', async () => {
  const { carrier_account_id: id } = await anAccountHolder(service).added()
  const other = anAccountHolder(service)
  const notFound = { code: 'carrier_account_not_found' }
  await expect(other.getAccount(id)).rejects.toMatchObject(notFound)
  expect(await refusal(other.updateAccount(id, { name: 'Mine' }))).toMatchObject(notFound)
  expect(await refusal(other.deleteAccount(id))).toMatchObject(notFound)
  await expect(other.verifyAccount(id)).rejects.toMatchObject(notFound)
  expect(getData(await other.listAccounts())).toEqual([])
})

test.each([
  [{ carrier_code: 'city_van' }, [['carrier_code', 'unknown_carrier']]],
  [{ credentials: {} }, [['credentials.token', 'required']]],
  [
    { credentials: { token: 'wrong', tocken: 'test_1' }, services: ['glide', 'dive'] },
    [
      ['credentials.tocken', 'unknown_field'],
      ['credentials.token', 'invalid_format'],
      ['services[1]', 'unknown_service'],
    ],
  ],
  [{ credentials: { token: 'live_1' } }, [['credentials.token', 'wrong_mode']]],
  [
    { credentials: { token: 'live_1', tocken: 'test_1' }, services: ['dive'], name: '' },
    [
      ['name', 'too_short'],
      ['credentials.tocken', 'unknown_field'],
      ['credentials.token', 'wrong_mode'],
      ['services[0]', 'unknown_service'],
    ],
  ],
  [{ endpoint: 'https://plane.example' }, [['endpoint', 'endpoint_not_allowed']]],
  [
    { endpoint: 'ftp://plane.example', name: '' },
    [
      ['name', 'too_short'],
      ['endpoint', 'invalid_format'],
    ],
  ],
])('every wrong field is named: %j', async (changes, expected) => {
  const holder = anAccountHolder(service)
  const { details } = await refusal(holder.createAccount(holder.aDocument(changes)))
  expect(details.map(({ field, code }) => [field, code])).toEqual(expected)
})
