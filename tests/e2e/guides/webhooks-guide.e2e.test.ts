/** Runs the Node.js receiver of the guide to webhooks against the product. */
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'
import { receiverHost } from '@waybill/testing/http-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { call, get, getData, post } from '../api.ts'
import { createTenant } from '../tenant.ts'

interface Guide {
  receiver: Server
  verify(secret: string, headers: Record<string, string>, body: Buffer): { type: string }
}

const program = join(import.meta.dirname, '../../../docs/guides/receivers/receiver.mjs')

test("the guide's receiver accepts our messages before and after a rotation, and nothing else", async () => {
  process.env.PORT = '0'
  const { receiver, verify } = (await import(program)) as Guide
  if (!receiver.listening) await once(receiver, 'listening')
  onTestFinished(() => void receiver.close())
  const { access_token: token } = await createTenant()
  const url = `http://${receiverHost}:${(receiver.address() as AddressInfo).port}/`
  const created = getData(await post('/api/v1/webhooks/subscriptions', { url, events: ['*'] }, { token }), 201)
  const at = `/api/v1/webhooks/subscriptions/${created.subscription_id}`
  const testedWith = async (secret: string, status: string) => {
    process.env.WAYBILL_WEBHOOK_SECRET = secret
    const { delivery_id } = getData(await call('POST', `${at}/test`, { token }), 201)
    await eventually(async () => {
      expect(getData(await get(`/api/v1/webhooks/deliveries/${delivery_id}`, { token }), 200).status).toBe(status)
    })
  }
  await testedWith(created.secret, 'succeeded')
  const rotated = getData(await post(`${at}/rotate-secret`, undefined, { token }), 200)
  await testedWith(created.secret, 'succeeded')
  await testedWith(rotated.secret, 'succeeded')
  await testedWith(`whsec_${Buffer.alloc(32).toString('base64')}`, 'failed')

  const headers = { 'webhook-id': 'evt_1', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' }
  expect(() => verify(created.secret, headers, Buffer.from('{}'))).toThrow('too old')
})
