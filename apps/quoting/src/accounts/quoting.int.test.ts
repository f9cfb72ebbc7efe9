/** Quotes that ask the accounts of merchants, and accounts whose credentials the carrier refuses. */

import type { PublicCarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccountHolder, aToken, startPlane } from '../testing/accounts.ts'
import { getData, type RunningService, runningService } from '../testing/running-service.ts'

let plane: Awaited<ReturnType<typeof startPlane>>
let service: RunningService
beforeAll(async () => {
  plane = await startPlane()
  service = await runningService({ moreCarriers: plane.moreCarriers, endpointsAllowed: true })
})
afterAll(async () => {
  await service?.stop()
  plane?.server.stop()
})

/** How often the carrier was asked with a token. */
const requestsWith = (token: string, operation = 'quote') =>
  plane.server.requests.filter((request) => request === `${operation} ${token}`).length

const getAccounts = (options: readonly { carrier_code: string; carrier_account_id: string }[]) =>
  options.filter(({ carrier_code }) => carrier_code === 'paper_plane').map((option) => option.carrier_account_id)

test('every enabled account is asked with its credentials, beside the simulated carriers', async () => {
  const holder = anAccountHolder(service)
  const [first, second, off] = [aToken(), aToken(), aToken()]
  const one = await holder.added({ credentials: { token: first } })
  const two = await holder.added({ name: 'Barn', credentials: { token: second } })
  await holder.added({ credentials: { token: off }, enabled: false })
  const deletedToken = aToken()
  const deleted = await holder.added({ credentials: { token: deletedToken } })
  await holder.deleteAccount(deleted.carrier_account_id)

  const { options } = await holder.created()
  expect(options.map(({ carrier_code }) => carrier_code)).toContain('city_van')
  expect(getAccounts(options).sort()).toEqual([one.carrier_account_id, two.carrier_account_id])
  expect(options.find(({ carrier_code }) => carrier_code === 'paper_plane')).toMatchObject({
    carried_by: null,
    eta_precision: 'time',
  })
  expect([first, second, off, deletedToken].map((token) => requestsWith(token))).toEqual([1, 1, 0, 0])
})

test('an environment without accounts does not ask the carrier', async () => {
  const { options, messages } = await anAccountHolder(service).created()
  expect(options.map(({ carrier_code }) => carrier_code)).toEqual(['city_van'])
  expect(messages.map(({ carrier_code }) => carrier_code)).not.toContain('paper_plane')
})

test('an account with an origin is asked for pickups there only', async () => {
  const holder = anAccountHolder(service)
  const [here, there] = [aToken(), aToken()]
  const { carrier_account_id: id } = await holder.added({ credentials: { token: here }, origin: { country: 'GB' } })
  const { carrier_account_id: other } = await holder.added({
    name: 'Grange',
    credentials: { token: there },
    origin: { country: 'FR', post_code_prefix: '75' },
  })
  const { options, messages } = await holder.created()
  expect(getAccounts(options)).toEqual([id])
  expect(messages.filter(({ carrier_account_id }) => carrier_account_id === other)).toEqual([
    {
      carrier_code: 'paper_plane',
      carrier_account_id: other,
      service_code: null,
      code: 'origin_not_served',
      retryable: false,
      pointer: '/pickup_address/country',
      message:
        'Account Grange is only for pickups in FR, post codes that begin with 75. For other pickups, change its origin or add another account.',
    },
  ])
  expect([here, there].map((token) => requestsWith(token))).toEqual([1, 0])
  await holder.updateAccount(other, { origin: null })
  expect(getAccounts((await holder.created()).options).sort()).toEqual([id, other].sort())
})

test('booking gets the revision of the account with the option, sealed', async () => {
  const holder = anAccountHolder(service)
  const token = aToken()
  const { carrier_account_id: id } = await holder.added({ credentials: { token } })
  const { options } = await holder.created()
  const pickOption = (code: string) =>
    String(options.find(({ carrier_code }) => carrier_code === code)?.quote_option_id)
  const found = await holder.findOption(pickOption('paper_plane'))
  expect(found.account).toMatchObject({
    carrier_account_id: id,
    environment_id: holder.environmentId,
    carrier_code: 'paper_plane',
    revision: 1,
    livemode: false,
    endpoint: '',
    enabled: true,
    deleted: false,
    sealed: { key_id: 'test' },
  })
  expect(JSON.stringify(found.account)).not.toContain(token)
  await holder.deleteAccount(id)
  expect((await holder.findOption(pickOption('paper_plane'))).account).toMatchObject({ revision: 2, deleted: true })
  expect((await holder.findOption(pickOption('city_van'))).account ?? null).toBeNull()
})

test('a quote for a dispatch has the accounts of its options', async () => {
  const holder = anAccountHolder(service)
  const { carrier_account_id: id } = await holder.added()
  const { shipment_id } = await holder.created()
  const quoteId = newId('qte')
  const quote = await holder.quoteForDispatch(shipment_id, quoteId)
  expect(quote.accounts).toMatchObject([{ carrier_account_id: id, revision: 1 }])
  expect((await holder.quoteForDispatch(shipment_id, quoteId)).accounts).toHaveLength(1)
})

test('an endpoint that the operator allows is called in place of the carrier', async () => {
  const other = await startPlane()
  try {
    const holder = anAccountHolder(service)
    await holder.added({ endpoint: `${other.server.url}/` })
    expect(getAccounts((await holder.created()).options)).toHaveLength(1)
    expect(other.server.requests).toHaveLength(1)
  } finally {
    other.server.stop()
  }
})

test('credentials given for one endpoint are not sent to another', async () => {
  const other = await startPlane()
  try {
    const holder = anAccountHolder(service)
    const { carrier_account_id: id } = await holder.added()
    const endpoint = `${other.server.url}/`
    const isRefused = async (patch: object) => {
      const { status, body } = await holder.updateAccount(id, patch)
      expect(status).toBe(422)
      expect(JSON.parse(body.toString()).error.details).toMatchObject([
        { field: 'credentials.token', code: 'required' },
      ])
    }
    await isRefused({ endpoint })
    await isRefused({ endpoint, credentials: {} })
    await holder.verifyAccount(id)
    expect(other.server.requests).toHaveLength(0)

    expect(await holder.updateAccount(id, { endpoint, credentials: { token: aToken() } })).toMatchObject({
      status: 200,
    })
    expect(await holder.updateAccount(id, { endpoint, name: 'Moved' })).toMatchObject({ status: 200 })
    await isRefused({ endpoint: null })
  } finally {
    other.server.stop()
  }
})

test('credentials that the carrier refuses in a verification are not accepted, in its words', async () => {
  const holder = anAccountHolder(service)
  const token = aToken()
  plane.server.revoke(token)
  const { carrier_account_id: id } = await holder.added({ credentials: { token } })
  const { status, body } = await holder.verifyAccount(id)
  expect(status).toBe(422)
  expect(JSON.parse(body.toString()).error).toMatchObject({
    code: 'credentials_refused',
    message: expect.stringContaining('refused: token_unknown'),
    carrier: { carrier_code: 'paper_plane', code: 'token_unknown', http_status: 401 },
  })
  expect(await holder.getAccount(id)).toMatchObject({ status: 'failing', failure: { code: 'token_unknown' } })
})

test('an account that starts failing is marked, announced once, left out with a reason, and asked again once it works', async () => {
  const holder = anAccountHolder(service)
  const token = aToken()
  const { carrier_account_id: id } = await holder.added({ name: 'Hangar', credentials: { token } })
  expect(getData(await holder.verifyAccount(id))).toMatchObject({ status: 'verified' })
  plane.server.revoke(token)

  const refused = await holder.created()
  expect(refused.messages).toContainEqual(
    expect.objectContaining({ carrier_account_id: id, code: 'token_unknown', retryable: false }),
  )
  await eventually(async () => expect(await holder.getAccount(id)).toMatchObject({ status: 'failing' }))
  const asked = requestsWith(token)
  const { messages, options } = await holder.created()
  expect(getAccounts(options)).toEqual([])
  expect(messages).toContainEqual(
    expect.objectContaining({
      carrier_code: 'paper_plane',
      carrier_account_id: id,
      service_code: null,
      code: 'account_failing',
      message: expect.stringContaining('account Hangar: refused: token_unknown'),
      retryable: false,
    }),
  )
  expect(requestsWith(token)).toBe(asked)

  const events = (await holder.events(id)).filter(({ type }) => type === 'carrier_account.failing')
  expect(events).toHaveLength(1)
  const event = events[0]?.public as unknown as { data: { object: PublicCarrierAccount }; subject: object }
  expect(event).toMatchObject({
    type: 'carrier_account.failing',
    sequence: null,
    subject: { type: 'carrier_account', id },
    data: { object: { status: 'failing', credentials_set: ['token'] }, previous_attributes: { status: 'verified' } },
  })
  expect(JSON.stringify(events)).not.toContain(token)

  plane.server.restore(token)
  expect(getData(await holder.verifyAccount(id))).toMatchObject({ status: 'verified', failure: null })
  expect(getAccounts((await holder.created()).options)).toEqual([id])
})

test('an account of a call of booking that was answered with 401 is verified, once a minute for each revision', async () => {
  const holder = anAccountHolder(service)
  const token = aToken()
  const { carrier_account_id: id } = await holder.added({ credentials: { token } })
  const report = (revision: number, environmentId = holder.environmentId) =>
    service.bus.publish([
      {
        eventId: newId('evt'),
        type: 'carrier_account.unauthorized',
        environmentId,
        subjectType: 'carrier_account',
        subjectId: id,
        sequence: null,
        occurredAt: new Date(),
        public: null,
        internal: { carrier_account_id: id, revision },
      },
    ])
  // The carrier accepts the credentials: the call was refused for another reason.
  await report(1)
  await eventually(async () => expect(await holder.getAccount(id)).toMatchObject({ status: 'verified' }))
  expect(requestsWith(token, 'verify')).toBe(1)

  plane.server.revoke(token)
  await holder.updateAccount(id, { name: 'Barn' })
  await report(1)
  await report(2, anAccountHolder(service).environmentId)
  await report(2)
  await eventually(async () => expect(await holder.getAccount(id)).toMatchObject({ status: 'failing' }))
  expect(requestsWith(token, 'verify')).toBe(2)
  const events = await holder.events(id)
  expect(events.filter(({ type }) => type === 'carrier_account.failing')).toHaveLength(1)

  plane.server.restore(token)
  await holder.verifyAccount(id)
  await report(2)
  await holder.updateAccount(id, { name: 'Mill' })
  await report(3)
  await eventually(() => expect(requestsWith(token, 'verify')).toBe(4))
})
