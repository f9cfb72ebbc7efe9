/** The key in the examples of the documentation. */
import { signedIn, signInOwner } from '@waybill/identity/testing/signed-in'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'

const PATH = '/docs/example-key'
const token = 'wb_test_of-the-examples'
let merchantId: string | undefined
let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway({ findExampleKey: () => (merchantId === undefined ? null : { merchantId, token }) })
})
afterAll(() => gateway.stop())

test('the members of its merchant who may make keys see the key of the examples, and nobody else', async () => {
  const owner = await signInOwner(gateway)
  const seenBy = async ({ call }: Pick<typeof owner, 'call'>) => (await call('GET', PATH)).body.data
  expect(await seenBy(owner)).toEqual({ access_token: null })
  merchantId = gateway.merchantId
  expect(await seenBy(owner)).toEqual({ access_token: token })

  const invitation = { email: 'viewer@example.com', role: 'viewer' }
  const { url } = (await owner.call('POST', '/api/v1/team/invitations', { body: invitation })).body.data
  const acceptance = {
    token: new URL(url).hash.replace('#token=', ''),
    name: 'Grace',
    password: 'four unrelated words',
  }
  const viewer = await gateway.call('POST', '/api/v1/session/invitation', { token: null, body: acceptance })
  expect(await seenBy(signedIn(gateway, viewer))).toEqual({ access_token: null })
  merchantId = 'mer_of_somebody_else'
  expect(await seenBy(owner)).toEqual({ access_token: null })

  for (const caller of [null, gateway.token])
    expect((await gateway.call('GET', PATH, { token: caller })).status).toBe(401)
})
