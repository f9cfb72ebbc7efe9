/** The MCP server over streamable HTTP. */
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { createTenant } from '../tenant.ts'
import { overHttp, quoted, startHttpServer, toText } from './assistant.ts'

/** Status, headers and body of a call that lists the tools. `fetch` would set Host and Origin by itself. */
function listTools(url: string, headers: Record<string, string>) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const sent = { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers }
  return new Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }>((resolve, reject) => {
    const call = request(url, { method: 'POST', headers: sent }, async (response) => {
      const text = (await response.toArray()).join('')
      resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
    })
    call.on('error', reject).end(body)
  })
}

test('only local names, with a key, are let in', async () => {
  const url = await startHttpServer()
  expect(url).toContain('http://127.0.0.1:')
  const authorization = 'Bearer wb_test_nobody'
  const { port } = new URL(url)
  expect(await listTools(url, { authorization })).toMatchObject({ status: 200 })
  expect(await listTools(url, { authorization, origin: `http://localhost:${port}` })).toMatchObject({ status: 200 })
  const elsewhere: Record<string, string>[] = [
    { host: 'evil.example' },
    { host: `127.0.0.1.evil.example:${port}` },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ]
  for (const wrong of elsewhere) {
    expect(await listTools(url, { authorization, ...wrong }), JSON.stringify(wrong)).toMatchObject({ status: 403 })
  }
  const keyless: Record<string, string>[] = [{}, { authorization: 'Basic d2I6' }, { authorization: 'Bearer ' }]
  for (const wrong of keyless) {
    const refused = await listTools(url, wrong)
    expect(refused.status).toBe(401)
    expect(refused.headers['www-authenticate']).toBe('Bearer realm="Waybill"')
  }
  expect(await listTools(new URL('/', url).href, { authorization })).toMatchObject({ status: 404 })
})

test('a further name is let in if the server is started with it', async () => {
  const url = await startHttpServer(['--allowed-host', 'waybill-mcp.example'])
  const authorization = 'Bearer wb_test_nobody'
  expect(await listTools(url, { authorization, host: 'waybill-mcp.example' })).toMatchObject({ status: 200 })
})

test('each request acts for the key that it bears', async () => {
  const url = await startHttpServer(['--allow-writes'])
  const [one, other] = [await createTenant(), await createTenant()]
  const assistant = await overHttp(url, { token: one.access_token })
  const stranger = await overHttp(url, { token: other.access_token })
  const { shipment_id, booking } = await quoted(assistant)
  expect(toText(await stranger.call('track_shipment', { shipment_id }))).toContain('shipment_not_found')
  expect((await stranger.use('list_shipments')).shipments).toEqual([])

  const booked = await assistant.use('book_shipment', booking)
  expect(booked.booking.shipment_id).toBe(shipment_id)
  expect(assistant.questions).toHaveLength(1)
  expect(stranger.questions).toEqual([])

  const nobody = await overHttp(url, { token: 'wb_test_nobody' })
  const refused = await nobody.call('list_shipments')
  expect(refused.isError).toBe(true)
  expect(toText(refused)).toMatch(/invalid_token.*\nThe key is not accepted/)
  expect(nobody.everything()).not.toContain('wb_test_nobody')
})

test('keys of one environment share a cap, and environments have one each', async () => {
  const first = await createTenant()
  const url = await startHttpServer(['--allow-writes'])
  const scout = await overHttp(url, { token: first.access_token })
  const [one, two] = [await quoted(scout), await quoted(scout)]
  const capped = await startHttpServer(['--allow-writes', '--spend-cap', one.offer.total_amount])
  const assistant = await overHttp(capped, { token: first.access_token })
  const again = await overHttp(capped, { token: first.access_token })
  await assistant.use('book_shipment', one.booking)
  expect(toText(await again.call('book_shipment', two.booking))).toContain('0.00 of the spend cap')
  const other = await overHttp(capped, { token: (await createTenant()).access_token })
  const { booking } = await quoted(other)
  await other.use('book_shipment', booking)
})

test('a client of the revision before reads, and cannot be asked', async () => {
  const url = await startHttpServer(['--allow-writes'])
  const { access_token: token } = await createTenant()
  const assistant = await overHttp(url, { token, era: 'legacy' })
  const { booking } = await quoted(assistant)
  expect(toText(await assistant.call('book_shipment', booking))).toContain('--allow-booking')
})
