import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { waybill } from '../../testing/terminal.ts'

/** The numbers that `customs set` sends to a server with the stored ones; null: it sends nothing. */
async function setNumbers(stored: object[], ...options: string[]) {
  let sent: object[] | null = null
  const server = createServer(async (request, response) => {
    if (request.method === 'PATCH') sent = JSON.parse(await text(request)).tax_ids
    const data = { environment_id: 'env_1', tax_ids: sent ?? stored }
    response.writeHead(200, { 'content-type': 'application/json', etag: '"1"' })
    response.end(JSON.stringify({ success: true, data }))
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const env = { WAYBILL_URL: `http://127.0.0.1:${port}`, WAYBILL_API_KEY: 'wb_test_somebody' }
  const { exitCode, err } = await waybill(['customs', 'set', ...options], { env })
  return { exitCode, err, sent }
}

const vat = { type: 'vat', number: '123456789', issuing_country: 'NO' }
const eori = { type: 'eori', number: 'GB123456789000', issuing_country: null }

test('a number keeps its country, and a VAT number can be given one', async () => {
  const numbers = async (...options: string[]) => (await setNumbers([eori, vat], ...options)).sent
  expect(await numbers('--vat', '987654321')).toEqual([eori, { ...vat, number: '987654321' }])
  expect(await numbers('--vat', 'DE123456789')).toEqual([
    eori,
    { ...vat, number: 'DE123456789', issuing_country: null },
  ])
  expect(await numbers('--vat-country', 'ch')).toEqual([eori, { ...vat, issuing_country: 'CH' }])
  expect(await numbers('--vat', '')).toEqual([eori])
})

test('several numbers of a type are not replaced by one, nor is a country set without a number', async () => {
  const other = { ...vat, number: 'GB123456789', issuing_country: 'GB' }
  const several = await setNumbers([vat, other], '--vat', 'DE123456789')
  expect(several).toEqual({ exitCode: 2, err: expect.stringContaining('Several vat numbers are stored'), sent: null })
  expect(await setNumbers([vat, other], '--eori', 'GB123456789000')).toMatchObject({ exitCode: 0 })
  const none = await setNumbers([eori], '--vat-country', 'NO')
  expect(none).toEqual({ exitCode: 2, err: expect.stringContaining('--vat'), sent: null })
})
