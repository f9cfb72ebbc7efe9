import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { waybill } from '../../testing/terminal.ts'

const address = { address_line_1: '7 River Road', city: 'London', country: 'GB' }
const check = {
  status: 'corrected',
  checked_by: { carrier_code: 'easypost', carrier_account_id: 'cac_1' },
  suggestion: { address_line_1: '7 River Rd' },
  residential: true,
  latitude: null,
  longitude: null,
  messages: [{ code: 'E.1', message: 'The street is spelled in another way.', pointer: null }],
}

/** Runs `addresses check` before a server; resolves to what it prints and what it has asked for. */
async function checkAddress(source: string, input: object = {}) {
  let asked: unknown = null
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') asked = JSON.parse(await text(request))
    const stored = { shipment_id: 'shp_1', dropoff_address: { location_id: 'loc_1', ...address } }
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: true, data: request.method === 'POST' ? check : stored }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const env = {
    WAYBILL_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    WAYBILL_API_KEY: 'wb_test_somebody',
  }
  const readInput = async () => Buffer.from(JSON.stringify(input))
  const { exitCode, out } = await waybill(['addresses', 'check', source], { env, readInput })
  return { exitCode, out, asked }
}

test('an address, the drop-off of a document and that of a stored shipment are checked, and the suggestion is printed', async () => {
  const found = [
    await checkAddress('-', address),
    await checkAddress('-', { merchant_order_ref: 'ORDER-1', dropoff_address: address }),
    await checkAddress('shp_1'),
  ]
  expect(found.map(({ asked }) => asked)).toEqual(Array(3).fill({ address, carrier_account_id: null }))
  for (const { exitCode, out } of found) {
    expect(exitCode).toBe(0)
    expect(out).toMatch(
      /status +corrected\n.*easypost\naddress_line_1 +7 River Rd\nresidential +true\nmessages +The street/,
    )
  }
})
