import { Webhook as ReferenceWebhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { Webhook } from './webhook.ts'

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
const newSecret = 'whsec_bmV3LXNlY3JldC1uZXctc2VjcmV0LW5ldw=='
const body = JSON.stringify({ id: 'evt_1', type: 'shipment.delivered', note: 'naïve – ☕' })
const webhook = new Webhook(secret)

const signedAt = (offsetSeconds: number, by = webhook) =>
  by.sign('evt_1', body, new Date(Date.now() + offsetSeconds * 1000))
const rejection = (promise: Promise<unknown>) =>
  promise.then(
    () => {
      throw new Error('the message was accepted')
    },
    (error) => error,
  )

test('signatures are those of the reference implementation', async () => {
  const headers = await webhook.sign('evt_1', body)
  expect(new ReferenceWebhook(secret).verify(body, headers)).toEqual(JSON.parse(body))
  const at = new Date()
  const theirs = {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new ReferenceWebhook(secret).sign('evt_1', at, body),
  }
  expect(await webhook.verify(body, theirs)).toMatchObject({ id: 'evt_1', type: 'shipment.delivered' })
})

test('strings, bytes, Node.js headers and Headers are accepted', async () => {
  const headers = await webhook.sign('evt_1', body)
  const bytes = new TextEncoder().encode(body)
  for (const form of [body, bytes, Buffer.from(body), bytes.buffer]) await webhook.verify(form, headers)
  await webhook.verify(body, new Headers(headers))
  const upper = Object.entries(headers).map(([name, value]) => [name.toUpperCase(), [value]])
  await webhook.verify(body, Object.fromEntries(upper))
})

test('one matching signature of several is enough, with the old or the new secret', async () => {
  const [old, rotated] = await Promise.all([signedAt(0), signedAt(0, new Webhook(newSecret))])
  const both = {
    ...old,
    'webhook-signature': `v1a,xyz v1,!! ${rotated['webhook-signature']} ${old['webhook-signature']}`,
  }
  for (const one of [secret, newSecret, [newSecret, secret]]) await new Webhook(one).verify(body, both)
  await new Webhook([secret, newSecret]).verify(body, rotated)
  expect(await rejection(webhook.verify(body, rotated))).toMatchObject({ code: 'signature_mismatch' })
})

test('a changed body, id or time does not match', async () => {
  const headers = await signedAt(0)
  const changed: [string, Record<string, string>][] = [
    [`${body} `, headers],
    [body, { ...headers, 'webhook-id': 'evt_2' }],
    [body, { ...headers, 'webhook-timestamp': String(Number(headers['webhook-timestamp']) - 1) }],
    [body, { ...headers, 'webhook-signature': 'v1,' }],
    [body, { ...headers, 'webhook-signature': String(headers['webhook-signature']).slice(3) }],
  ]
  for (const [text, given] of changed) {
    expect(await rejection(webhook.verify(text, given))).toMatchObject({
      name: 'WebhookVerificationError',
      code: 'signature_mismatch',
    })
  }
})

test('an old message and a wrong clock differ from a wrong signature', async () => {
  const old = await rejection(webhook.verify(body, await signedAt(-400)))
  expect(old.code).toBe('timestamp_too_old')
  expect(old.message).toMatch(/signed (399|400|401) s before the time of this machine.*synchronize/)
  expect(await rejection(webhook.verify(body, await signedAt(400)))).toMatchObject({ code: 'timestamp_too_new' })
  await webhook.verify(body, await signedAt(-290))
  await new Webhook(secret, { toleranceSeconds: 500 }).verify(body, await signedAt(-400))
  const forged = { ...(await signedAt(-400)), 'webhook-signature': 'v1,AAAA' }
  expect(await rejection(webhook.verify(body, forged))).toMatchObject({ code: 'signature_mismatch' })
})

test('a parsed body and missing or malformed headers are named', async () => {
  const headers = await signedAt(0)
  const parsed = await rejection(webhook.verify(JSON.parse(body), headers))
  expect(parsed).toMatchObject({ code: 'body_not_raw', message: expect.stringContaining('express.raw') })
  const { 'webhook-id': _, ...withoutId } = headers
  expect(await rejection(webhook.verify(body, withoutId))).toMatchObject({ code: 'header_missing' })
  const odd = { ...headers, 'webhook-timestamp': '1e9' }
  expect(await rejection(webhook.verify(body, odd))).toMatchObject({ code: 'header_invalid' })
})

test.each([[''], ['whsec_'], ['whsec_***'], [[]], [undefined]])('%j is no secret', (wrong) => {
  expect(() => new Webhook(wrong as string)).toThrow(TypeError)
})
