/** Runs the commands of the guides as they stand there, and compares what they print with what the comments beside them say. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { mkdtempDisposable } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { guideNames } from '@waybill/api-docs/openapi/guide-names'
import { scopes } from '@waybill/contracts/requests/scopes'
import { programEnvironment } from '@waybill/testing/program-environment'
import { expect, test } from 'vitest'
import { sandbox } from '../api.ts'
import { createTenant } from '../tenant.ts'

const guides = join(import.meta.dirname, '../../../docs/guides')
const guide = (name: string): string => readFileSync(join(guides, `${name}.md`), 'utf8')
const getCommands = (name: string): string[] =>
  [...guide(name).matchAll(/```sh\n(.*?)```/gs)].map(([, text = '']) => text)

/** The function that the other guides use. */
const [api = ''] = getCommands('first-shipment')

/** Output of the commands. Fails if one of them does. */
async function run(commands: readonly string[], key: Record<string, unknown> = {}): Promise<string> {
  const { access_token } = await createTenant('test', key)
  // Some write files.
  await using directory = await mkdtempDisposable(join(tmpdir(), 'waybill-guide-'))
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', commands.join('\n')], {
    cwd: directory.path,
    timeout: 150_000, // some wait for the product in a loop
    killSignal: 'SIGKILL',
    env: { ...programEnvironment(), WAYBILL_URL: sandbox.base_url.replace(/\/+$/, ''), WAYBILL_API_KEY: access_token },
  })
  return stdout
}

test('the guide to a first shipment quotes, books, labels and delivers', async () => {
  const printed = await run(getCommands('first-shipment'))
  expect(printed).toMatch(
    /^(.+\t[\d.]+\tGBP\t[\dT:.-]+Z\n)+(\w+\t.+\n)*{\n {2}"status": "assigned",\n {2}"carrier": "\w+",\n {2}"paid": "[\d.]+"\n}\n/,
  )
  expect(printed).toMatch(/\/t\/[\w-]+\ndelivered\ndelivered\nassigned\n(\w+\n)*delivered\n$/)
})

test('the guide to on-demand couriers finds one', async () => {
  expect(await run([api, ...getCommands('on-demand')])).toMatch(/^\w+\t[\d.]+\t.+\n$/)
})

test('the guide to idempotency repeats a call, and refuses its key for another body', async () => {
  const [, text = ''] = /```text\n(.*?)```/s.exec(guide('idempotency')) ?? []
  expect(await run([api, ...getCommands('idempotency')])).toBe(`idempotency-replayed: true\r\n${text}1\n`)
})

test('the guide to lists pages to the end and filters', async () => {
  const three = getCommands('idempotency')[0] as string
  const more = ['2002', '2003'].map((order) => three.replaceAll('ORDER-2001', `ORDER-${order}`))
  const printed = await run([api, three, ...more, ...getCommands('pagination')])
  expect(printed).toContain('{\n  "rows": 2,\n  "more": true\n}\nORDER-2001\nORDER-2002\nORDER-2003\n3\n0\n')
  expect(printed).toContain('\nis not a known parameter. Did you mean status?\n')
})

test('the guide to going live shows what an environment has', async () => {
  expect(await run(getCommands('going-live'), { scopes })).toMatch(/shipments:read.*\tnever used\n|\t20[\dT:.-]+Z\n/)
})

test('the guide to testing books, moves and delivers, and makes a carrier refuse', async () => {
  const printed = await run(getCommands('testing'))
  expect(printed).toMatch(/"status": "assigned"/)
  expect(printed).toMatch(/"picked_up"\n"weather"\n".+"\n"delivered"\n/)
  expect(printed).toMatch(/"code": "carrier_refused"[^}]*}\n"ready"\n\["city_van","book","refuse",1\]\n$/)
})

test('the guide to changes changes, rebooks and cancels', async () => {
  const [definitions = ''] = getCommands('testing')
  const printed = await run([definitions, ...getCommands('changing-and-cancelling')])
  expect(printed).toContain('"address_line_1": "11 River Road"')
  expect(printed).toContain('"assigned"\n"Ring twice"\n"9.000"\n')
  expect(printed).toContain('"type": "weight_adjustment"')
  expect(printed).toMatch(
    /"cancelled"\n{\n {2}"status": "ready",\n {2}"booking_id": null\n}\n"assigned"\n"cancelled"\n/,
  )
  expect(printed).toMatch(/"amount": "-[\d.]+",\n {2}"reason": "The booking is cancelled\."\n}\n$/)
})

test('the guide to returns registers one, books it the other way round, and sets rules', async () => {
  const [definitions = ''] = getCommands('testing')
  const printed = await run([definitions, ...getCommands('returns')])
  expect(printed).toMatch(
    /"assigned"\n{\n {2}"direction": "return",\n {2}"return_of": "shp_\w+",\n {2}"from": "Grace Miller",\n {2}"to": "Corner Bakery"\n}\n1\n"assigned"\ntrue\n$/,
  )
})

test('the guide to shipping abroad declares goods, is refused wrong ones, and gets their papers', async () => {
  const [definitions = ''] = getCommands('testing')
  expect(await run([definitions, ...getCommands('shipping-abroad')])).toContain(
    [
      'Ada Baker',
      '["contents","non_delivery","certify","certify_signer","tax_ids.eori"]',
      '/parcels/0/items/0/hs_code must begin with a chapter of the Harmonized System, 01 to 97, not 99',
      '/parcels/0/items weigh 1.800 kg, more than the parcel with 1.250 kg',
      'assigned\n%PDF-',
    ].join('\n'),
  )
})

test('the guide to keys makes, rotates and exchanges a key', async () => {
  const printed = await run(getCommands('authentication'), { scopes })
  expect(printed).toMatch(/"name": "Warehouse",\n {2}"scopes": \[\n {4}"shipments:read",\n {4}"bookings:read"/)
  expect(printed).toMatch(
    /true\n{\n {2}"token_type": "Bearer",\n {2}"expires_in": 900,\n {2}"scope": "shipments:read"\n}\n$/,
  )
})

test('the guide to times sets opening hours', async () => {
  const [definitions = ''] = getCommands('testing')
  expect(await run([definitions, ...getCommands('time-and-money')])).toMatch(
    /"time_zone": "Europe\/London",\n {2}"hours": {/,
  )
})

test('the guide to webhooks subscribes and sends a test, which fails: nobody listens at its address', async () => {
  expect(await run(getCommands('webhooks'))).toMatch(
    /"status": "active",\n {2}"secret": "whsec_[\w+/=]+"\n}\n"failed"\n\[\n {2}{\n/,
  )
})

test('every guide that has commands is executed, here or by the test of the command line', () => {
  const executed = [...readFileSync(import.meta.filename, 'utf8').matchAll(/getCommands\('([\w-]+)'\)/g)].map(
    ([, name]) => name,
  )
  const withCommands = guideNames.filter((name) => guide(name).includes('```sh\n'))
  expect([...executed, 'cli']).toEqual(expect.arrayContaining(withCommands))
})
