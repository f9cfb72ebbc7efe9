// WAYBILL_WEBHOOK_SECRET=whsec_… node receiver.mjs
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
import { env } from 'node:process'

export function verify(secret, headers, body) {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures = '' } = headers
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300)) throw new Error('too old, or not a webhook')
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest()
  const given = signatures
    .split(' ')
    .flatMap((one) => (one.startsWith('v1,') ? [Buffer.from(one.slice(3), 'base64')] : []))
  if (!given.some((one) => one.length === expected.length && timingSafeEqual(one, expected)))
    throw new Error('bad signature')
  return JSON.parse(body.toString())
}

export const receiver = createServer(async (request, response) => {
  try {
    const chunks = []
    for await (const chunk of request) chunks.push(chunk)
    const event = verify(env.WAYBILL_WEBHOOK_SECRET, request.headers, Buffer.concat(chunks))
    console.log(event.type, event.id) // store it here, under its id
    response.writeHead(204).end()
  } catch {
    response.writeHead(401).end()
  }
}).listen(env.PORT ?? 8099)
