import { expect, test } from 'vitest'
import { createEasyPostAdapter } from './adapter.ts'
import { signBody } from './signature.ts'

const adapter = createEasyPostAdapter({ http: () => expect.fail('nothing is sent') })
const secret = 'sécret of the account'
const account = {
  carrierAccountId: 'cac_1',
  environmentId: 'env_1',
  livemode: false,
  endpoint: null,
  credentials: { api_key: 'EZTK12345678', callback_secret: secret },
}
const receive = (body: string, header: string | undefined = signBody(secret, Buffer.from(body))) =>
  adapter.parseCallback({
    headers: { 'x-hmac-signature': header },
    rawBody: Buffer.from(body),
    account,
    receivedAt: new Date(),
    deadlineAt: new Date(),
    requestId: 'req_1',
  })
const tracker = { id: 'trk_1', shipment_id: 'shp_1', status: 'in_transit', tracking_details: [] }
const event = (description: string, result: unknown) => JSON.stringify({ id: 'evt_1', description, result })

test('the signature covers the bytes as they came, keyed with the secret in form NFKD', async () => {
  expect(signBody('sécret', Buffer.from('{}'))).toBe(signBody('se\u0301cret', Buffer.from('{}')))
  expect(await receive('{"description":"batch.created", "result": {"weight": 17.0}}')).toMatchObject({ kind: 'facts' })
})

test.for([undefined, '', 'hmac-sha256-hex=', 'hmac-sha256-hex=00', signBody('another', Buffer.from('{}'))])(
  'the signature %j is forged',
  async (header) => {
    const headers = { 'x-hmac-signature': header }
    const rest = { account, receivedAt: new Date(), deadlineAt: new Date(), requestId: 'req_1' }
    expect(await adapter.parseCallback({ headers, rawBody: Buffer.from('{}'), ...rest })).toMatchObject({
      kind: 'forged',
    })
  },
)

test('an account without a secret gets no call-backs', async () => {
  const other = { ...account, credentials: { api_key: 'EZTK12345678' } }
  const rawBody = Buffer.from('{}')
  const headers = { 'x-hmac-signature': signBody('', rawBody) }
  const rest = { account: other, receivedAt: new Date(), deadlineAt: new Date(), requestId: 'req_1' }
  expect(await adapter.parseCallback({ headers, rawBody, ...rest })).toMatchObject({ kind: 'forged' })
})

test('events of other things, and of trackers without a shipment, report nothing', async () => {
  for (const body of [
    event('payment.created', { id: 'pay_1' }),
    event('batch.updated', null),
    event('tracker.updated', { ...tracker, shipment_id: null }),
  ]) {
    expect(await receive(body)).toEqual({ kind: 'facts', facts: [] })
  }
})

test('a signed body that is no event is malformed', async () => {
  expect(await receive('<html>')).toMatchObject({ kind: 'malformed', reason: 'the body is not JSON' })
  expect(await receive('{"result":{}}')).toMatchObject({ kind: 'malformed' })
  expect(await receive(event('tracker.updated', 'gone'))).toMatchObject({ kind: 'malformed' })
})
