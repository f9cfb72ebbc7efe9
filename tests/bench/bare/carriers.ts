/** A carrier that makes the same offer to every request after a delay. */
import { setTimeout as delay } from 'node:timers/promises'
import { fastify } from 'fastify'

const [port] = process.argv.slice(2)
const offer = { service: 'standard', currency: 'GBP', amount: '7.20', tax: '1.20', eta_from: null, eta_to: null }

const app = fastify()
app.post<{ Querystring: { delay_ms: string } }>('/quotes', async ({ query }) => {
  const delayMs = Number(query.delay_ms)
  if (delayMs > 0) await delay(delayMs)
  return offer
})
await app.listen({ host: '127.0.0.1', port: Number(port) })
