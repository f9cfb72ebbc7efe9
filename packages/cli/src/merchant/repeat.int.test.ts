/** The command that a failure names, from the command that failed. */
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { waybill } from '../testing/terminal.ts'

let baseUrl: string
beforeAll(async () => {
  const body = JSON.stringify({ error: { code: 'service_unavailable', message: 'Not now.', retryable: true } })
  // So long a pause is left to the caller: no retries.
  const headers = { 'content-type': 'application/json', 'retry-after': '3600' }
  const server = createServer((_request, response) => response.writeHead(503, headers).end(body)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return () => void server.close()
})

test.each([
  [
    ['shipments', 'create', '-', '--on-demand'],
    'run with the same standard input:\n  waybill shipments create - --on-demand',
  ],
  [
    ['shipments', 'cancel', 'shp_1', '--reason', 'late', '--note', "It's late"],
    "waybill shipments cancel shp_1 --reason late --note 'It'\\''s late'",
  ],
  [['book', 'shp_1', '--option', 'qop_1'], 'waybill book shp_1 --option qop_1'],
  [
    [
      'webhooks',
      'replay',
      'sub_1',
      '--since',
      '2026-12-01T09:00:00Z',
      '--event',
      'shipment.*',
      '--event',
      'quote.created',
    ],
    "waybill webhooks replay sub_1 --since 2026-12-01T09:00:00Z --event 'shipment.*' --event quote.created",
  ],
])('%j is repeated as the same call, with the same profile', async (args, repeat) => {
  const configFolder = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
  onTestFinished(() => rmSync(configFolder, { recursive: true }))
  const profile = { base_url: baseUrl, api_key: 'wb_test_abcdefgh' }
  writeFileSync(join(configFolder, 'shop.json'), JSON.stringify(profile), { mode: 0o600 })
  const readInput = async () => Buffer.from('{}')
  const command = [...args, '--profile', 'shop', '--idempotency-key', 'my-key']
  const { exitCode, err } = await waybill(command, { configFolder, readInput })
  expect(exitCode).toBe(1)
  expect(err).toContain(`${repeat} --profile shop --idempotency-key my-key\n`)
})
