/** The baseline: posts to a receiver with undici; nothing is stored, signed or retried. */
import { Agent, request } from 'undici'

const [, , url = '', count = '0', atOnce = '1'] = process.argv
const body = JSON.stringify({ subject: { type: 'shipment', id: 'shp_bare' }, data: 'x'.repeat(800) })
const dispatcher = new Agent({ connections: Number(atOnce), pipelining: 1 })
let left = Number(count)

async function post(): Promise<void> {
  while (left-- > 0) {
    const headers = { 'content-type': 'application/json' }
    const answer = await request(url, { dispatcher, method: 'POST', headers, body })
    await answer.body.dump()
  }
}

await Promise.all(Array.from({ length: Number(atOnce) }, post))
await dispatcher.close()
