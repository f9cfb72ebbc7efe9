/** The waybill command against the running product. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { exampleShipment } from '@waybill/cli/merchant/example-shipment'
import { examplesOf } from '@waybill/cli/merchant/options'
import { merchantProgram } from '@waybill/cli/merchant/program'
import { aShipmentDocument } from '@waybill/testing/builders'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { dataOf, post } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createTenant } from '../tenant.ts'
import { baseUrl, openShell, type Shell } from './shell.ts'

let shell: Shell
let token: string
let env: Record<string, string>
beforeAll(async () => {
  shell = openShell()
  token = (await createTenant()).access_token
  env = { WAYBILL_API_KEY: token, WAYBILL_BASE_URL: baseUrl, WAYBILL_URL: baseUrl }
  // What the examples read.
  writeFileSync(join(shell.directory, 'order.json'), JSON.stringify(exampleShipment(new Date(), aReference())))
  writeFileSync(join(shell.directory, 'key.txt'), `${token}\n`)
})
afterAll(() => shell.remove())

/** Ids that the examples have. */
async function aShipment({ booked }: { booked: boolean }) {
  const document = aShipmentDocument({ merchant_order_ref: aReference() })
  const { shipment_id } = dataOf(await post('/api/v1/shipments', document, { token }), 201)
  const { options } = dataOf(await post('/api/v1/quotes', { shipment_id }, { token }), 201)
  const [{ quote_option_id }] = options
  if (booked) dataOf(await post(`/api/v1/shipments/${shipment_id}/book`, { quote_option_id }, { token }), 201)
  return { shp: shipment_id as string, qop: quote_option_id as string }
}

const examples = (command: Command): string[] => [...examplesOf(command), ...command.commands.flatMap(examples)]
const { command: program } = merchantProgram({ env: {}, out: () => {}, err: () => {} })
/** Commands that need a booked shipment. */
const AFTER_BOOKING = /^waybill (label|simulator|track)\b/

// In the order of the help: the first one signs in.
test.each(examples(program))('the example “%s” runs', async (example) => {
  const booked = AFTER_BOOKING.test(example)
  const { shp, qop } = /_…/.test(example) ? await aShipment({ booked }) : { shp: '', qop: '' }
  if (example.startsWith('waybill track'))
    dataOf(await post(`/api/v1/simulator/shipments/${shp}/advance`, { status: 'delivered' }, { token }), 200)
  const command = example.replaceAll('shp_…', shp).replaceAll('qop_…', qop)
  const { exitCode, out, err } = await shell.run(command, env)
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
  expect(out).not.toContain(token)
})

test('a label goes to a network printer as ZPL', async () => {
  const job = Promise.withResolvers<Buffer>()
  const printer = createServer((socket) => void buffer(socket).then(job.resolve, job.reject)).listen(0, '127.0.0.1')
  await once(printer, 'listening')
  onTestFinished(() => void printer.close())
  const { shp } = await aShipment({ booked: true })
  const { port } = printer.address() as AddressInfo
  const { exitCode, err } = await shell.run(`waybill label ${shp} --print tcp://127.0.0.1:${port}`, env)
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
  expect((await job.promise).toString('latin1')).toMatch(/^\^XA.*\^XZ\s*$/s)
})

test('what the API refuses is exit code 1, with every wrong field', async () => {
  const { exitCode, out, err } = await shell.run(`echo '{"parcels": []}' | waybill shipments create -`, env)
  expect({ exitCode, out }).toEqual({ exitCode: 1, out: '' })
  expect(err).toContain('422 validation_error')
  for (const field of ['merchant_order_ref', 'pickup_address', 'parcels']) expect(err).toContain(`  ${field}`)
})

test('a key that is not valid is exit code 3, and is not stored', async () => {
  const stranger = { ...env, WAYBILL_API_KEY: 'wb_test_nobody_at_all' }
  const { exitCode, err } = await shell.run('waybill whoami', stranger)
  expect(exitCode).toBe(3)
  expect(err).toContain('Check WAYBILL_API_KEY.')
  const login = await shell.run(`echo wb_test_nobody_at_all | waybill login --profile nobody --base-url ${baseUrl}`)
  expect(login).toMatchObject({ exitCode: 3, out: '' })
  expect(login.err).not.toContain('nobody_at_all')
  expect((await shell.run('waybill profiles --json')).out).not.toContain('nobody')
})

test('a shipment of another tenant is not there', async () => {
  const stranger = { ...env, WAYBILL_API_KEY: (await createTenant()).access_token }
  const { shp } = await aShipment({ booked: false })
  const { exitCode, err } = await shell.run(`waybill shipments get ${shp}`, stranger)
  expect(exitCode).toBe(1)
  expect(err).toContain('404 shipment_not_found')
})
