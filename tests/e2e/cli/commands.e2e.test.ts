/** The waybill command against the running product. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { startEasyPostServer } from '@waybill/carriers/testing/easypost/server'
import { exampleShipment } from '@waybill/cli/merchant/example-shipment'
import { getExamples } from '@waybill/cli/merchant/options'
import { merchantProgram } from '@waybill/cli/merchant/program'
import { triggers } from '@waybill/cli/merchant/triggers'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import type { Command } from 'commander'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { get, getData, patch, post, silentReceiverUrl } from '../api.ts'
import { aReference, untilAnswered } from '../journeys.ts'
import { createMember, createTenant } from '../tenant.ts'
import { baseUrl, followers, openShell, refusalsOnly, type Shell } from './shell.ts'

/** Columns of `orders.csv`, which an example imports. */
const EXAMPLE_COLUMNS =
  'collection_date,pickup_address.name,pickup_address.address_line_1,pickup_address.city,pickup_address.post_code,pickup_address.country,dropoff_address.name,dropoff_address.address_line_1,dropoff_address.city,dropoff_address.post_code,dropoff_address.country,parcels[0].title,parcels[0].weight_kg,parcels[0].length_cm,parcels[0].width_cm,parcels[0].height_cm'
const EXAMPLE_ROW = `${new Date().toISOString()},Corner Bakery,12 Market Street,London,NW1 8AB,GB,Grace Miller,7 River Road,London,N1 9GU,GB,Bread,1.25,30,20,15`

let shell: Shell
let token: string
let merchantId: string
let env: Record<string, string>
beforeAll(async () => {
  shell = openShell()
  const tenant = await createTenant()
  token = tenant.access_token
  merchantId = tenant.merchant_id
  env = { WAYBILL_API_KEY: token, WAYBILL_URL: baseUrl }
  // Files that the examples read.
  writeFileSync(join(shell.directory, 'order.json'), JSON.stringify(exampleShipment(new Date(), aReference())))
  const { shp } = await aShipment({ booked: false })
  writeFileSync(
    join(shell.directory, 'orders.csv'),
    `merchant_order_ref,${EXAMPLE_COLUMNS}\n${aReference()},${EXAMPLE_ROW}\n`,
  )
  writeFileSync(join(shell.directory, 'shipments.csv'), `shipment_id\n${shp}\n`)
  writeFileSync(join(shell.directory, 'changes.json'), JSON.stringify({ dropoff_instructions: 'Ring twice' }))
  writeFileSync(join(shell.directory, 'key.txt'), `${token}\n`)
})
afterAll(() => shell.remove())

/** Repeated with its key while its answer is late. */
const send = (path: string, body: unknown) => untilAnswered((headers) => post(path, body, { token, headers }), true)

/** Ids that the examples have. */
async function aShipment({ booked, carrierCode = '' }: { booked: boolean; carrierCode?: string }) {
  const document = aShipmentDocument({ merchant_order_ref: aReference() })
  const { shipment_id: shp } = getData(await send('/api/v1/shipments', document), 201)
  const qop = await eventually(async () => {
    const { options } = getData(await send('/api/v1/quotes', { shipment_id: shp }), 201)
    const wanted = options.find(({ carrier_code }: { carrier_code: string }) => carrier_code === carrierCode)
    return (wanted ?? options[0]).quote_option_id as string
  })
  const bkg = booked ? await book(shp, qop) : ''
  return { shp: shp as string, qop, bkg }
}

/** Until the shipment shows the booking, which is 202 while the carrier's answer is late. */
async function book(shp: string, qop: string): Promise<string> {
  const reply = await send(`/api/v1/shipments/${shp}/book`, { quote_option_id: qop })
  const { booking_id } = getData(reply, reply.status === 202 ? 202 : 201)
  await eventually(async () => {
    const booking = getData(await get(`/api/v1/bookings/${booking_id}`, { token }), 200)
    const shipment = getData(await get(`/api/v1/shipments/${shp}`, { token }), 200)
    expect(booking.status).not.toBe('pending')
    expect(shipment.booking_id).toBe(booking_id)
  })
  return booking_id
}

async function aSubscription(url = silentReceiverUrl): Promise<string> {
  const subscription = { url, events: ['*'] }
  return getData(await post('/api/v1/webhooks/subscriptions', subscription, { token }), 201).subscription_id
}

async function anAnsweringReceiver(): Promise<string> {
  const receiver = await startHttpReceiver()
  onTestFinished(() => receiver.stop())
  return `${receiver.url}/`
}

async function aBatch(): Promise<string> {
  const { shp, qop } = await aShipment({ booked: false })
  const bookings = [{ shipment_id: shp, quote_option_id: qop }]
  return getData(await send('/api/v1/bookings/batch', { bookings }), 202).batch_id
}

async function aFault(): Promise<string> {
  const fault = { carrier_code: 'eco_parcel', operation: 'label', fault: 'slow' }
  return getData(await send('/api/v1/simulator/faults', fault), 201).fault_id
}

async function aPickup(): Promise<string> {
  const { bkg } = await aShipment({ booked: true, carrierCode: 'eco_parcel' })
  const window = { window_from: soon(24), window_to: soon(28) }
  return getData(await send('/api/v1/pickups', { booking_ids: [bkg], ...window }), 202).pickup_id
}

async function aManifest(): Promise<string> {
  const { bkg } = await aShipment({ booked: true, carrierCode: 'eco_parcel' })
  return getData(await send('/api/v1/manifests', { booking_ids: [bkg] }), 202).manifest_id
}

/** A return that the recipient of a delivery asks for. */
async function aRequest(): Promise<string> {
  getData(await patch('/api/v1/return-rules', { enabled: true }, { token }), 200)
  const { shp } = await aShipment({ booked: true, carrierCode: 'eco_parcel' })
  getData(await send(`/api/v1/simulator/shipments/${shp}/advance`, { status: 'delivered' }), 200)
  const { tracking_url, parcels } = getData(await get(`/api/v1/shipments/${shp}`, { token }), 200)
  const [{ items }] = parcels
  const field = items?.length ? 'q.0.0' : 'q.0.all'
  const form = new URLSearchParams({ [field]: '1', known_returns: '0' })
  const page = new URL(new URL(tracking_url).pathname.replace('/t/', '/r/'), baseUrl)
  const { status } = await fetch(page, { method: 'POST', body: form, redirect: 'manual' })
  expect(status).toBe(303)
  return getData(await get(`/api/v1/shipments/${shp}`, { token }), 200).return_ids[0]
}

const soon = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString()

const examples = (command: Command): string[] => [...getExamples(command), ...command.commands.flatMap(examples)]
const { command: program } = merchantProgram({ env: {}, out: () => {}, err: () => {} })
/** Commands that need a booked shipment. */
const AFTER_BOOKING =
  /^waybill (label|simulator|track|bookings (get|cancel)|pickups create|manifests create|shipments return|returns make)\b/
/** Runs with a stand-in for the carrier, below. */
const CONNECT = 'waybill carriers connect easypost --credentials easypost.json'

// In the order of the help: the first one signs in.
const hasOwnTest = (example: string) =>
  example === CONNECT || followers.includes(example) || example.includes('--printer')
test.each(examples(program).filter((example) => !hasOwnTest(example)))('the example “%s” runs', async (example) => {
  const booked = AFTER_BOOKING.test(example)
  const none = { shp: '', qop: '', bkg: '' }
  const { shp, qop, bkg } = /(shp|qop|bkg)_…/.test(example)
    ? await aShipment({ booked, carrierCode: 'eco_parcel' })
    : none
  if (example.startsWith('waybill track'))
    getData(await send(`/api/v1/simulator/shipments/${shp}/advance`, { status: 'delivered' }), 200)
  const request = /^waybill returns (approve|refuse)/.test(example) ? await aRequest() : null
  const sub = example.includes('sub_…') ? await aSubscription() : ''
  const whs = example.includes('whs_…') ? await aSubscription(await anAnsweringReceiver()) : ''
  const bch = example.includes('bch_…') ? await aBatch() : ''
  const flt = example.includes('flt_…') ? await aFault() : ''
  const pku = example.includes('pku_…') ? await aPickup() : ''
  const mnf = example.includes('mnf_…') ? await aManifest() : ''
  const usr = example.includes('usr_…') ? await createMember(merchantId) : ''
  const ids = {
    'shp_…': request ?? shp,
    'qop_…': qop,
    'bkg_…': bkg,
    'sub_…': sub,
    'whs_…': whs,
    'bch_…': bch,
    'flt_…': flt,
    'usr_…': usr,
    'pku_…': pku,
    'mnf_…': mnf,
  }
  const command = example
    .replace(/\b(shp|qop|bkg|sub|whs|bch|flt|usr|pku|mnf)_…/g, (name) => ids[name as keyof typeof ids])
    .replace('2026-12-01T13:00:00Z', soon(24))
    .replace('2026-12-01T17:00:00Z', soon(28))
  const { exitCode, out, err } = await shell.run(command, env)
  const said = example.startsWith('waybill login')
    ? expect.stringContaining('unset WAYBILL_API_KEY')
    : example.startsWith('waybill book')
      ? expect.stringMatching(refusalsOnly)
      : ''
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: said })
  expect(out).not.toContain(token)
})

/** A printer that keeps each job. */
async function startPrinter(port = 0) {
  const jobs: string[] = []
  const printer = createServer(
    (socket) =>
      void buffer(socket).then(
        (bytes) => jobs.push(bytes.toString('latin1')),
        () => {},
      ),
  ).listen(port, '127.0.0.1')
  await once(printer, 'listening')
  onTestFinished(() => void printer.close())
  return { jobs, address: `tcp://127.0.0.1:${(printer.address() as AddressInfo).port}` }
}

const labelsIn = (job: string | undefined): number => job?.match(/\^XA/g)?.length ?? 0
const readPrintCount = async (shp: string): Promise<number> =>
  getData(await get(`/api/v1/shipments/${shp}/booking`, { token }), 200).print_count

test('a label goes to a network printer as ZPL', async () => {
  const { jobs, address } = await startPrinter()
  const { shp } = await aShipment({ booked: true })
  const { exitCode, err } = await shell.run(`waybill label ${shp} --print ${address}`, env)
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
  await eventually(() => expect(jobs).toEqual([expect.stringMatching(/^\^XA.*\^XZ\s*$/s)]))
})

test('many labels go to a network printer as one job, and are marked as printed', async () => {
  const { jobs, address } = await startPrinter()
  const [one, other] = [await aShipment({ booked: true }), await aShipment({ booked: true })]
  const print = `waybill labels print ${one.shp} ${other.shp} --printer ${address}`
  const { exitCode, out, err } = await shell.run(print, env)
  expect({ exitCode, err }).toEqual({ exitCode: 0, err: '' })
  expect(out).toMatch(/^Printed bkg_\w+\nPrinted bkg_\w+\n$/)
  await eventually(() => expect(jobs.map(labelsIn)).toEqual([2]))
  expect([await readPrintCount(one.shp), await readPrintCount(other.shp)]).toEqual([1, 1])
  const batch = await aBatch()
  await eventually(async () => {
    const { status } = getData(await get(`/api/v1/batches/${batch}`, { token }), 200)
    expect(status).toBe('completed')
  })
  expect(await shell.run(`waybill labels print ${batch} --printer ${address}`, env)).toMatchObject({ exitCode: 0 })
  await eventually(() => expect(jobs.map(labelsIn)).toEqual([2, 1]))
})

test('a printer follows the bookings: what waits and each new label, each once', async () => {
  const tenant = (await createTenant()).access_token
  const own = { ...env, WAYBILL_API_KEY: tenant }
  const before = token
  token = tenant
  onTestFinished(() => {
    token = before
  })
  const { jobs, address } = await startPrinter()
  const waits = await aShipment({ booked: true })
  const running = shell.run(
    `waybill labels print --printer ${address} --follow > printed 2> said & pid=$!
     until [ "$(grep -c Printed printed)" = 2 ]; do kill -0 $pid; sleep 0.2; done
     kill $pid; status=0; wait $pid || status=$?; cat said >&2; exit $status`,
    own,
  )
  await eventually(() => expect(shell.read('said').toString()).toContain('Waiting for new labels.'))
  const fresh = await aShipment({ booked: true })
  const { exitCode, err } = await running
  expect({ exitCode, err }).toEqual({ exitCode: 130, err: expect.stringContaining('Go on where this ended: waybill') })
  expect(jobs.map(labelsIn)).toEqual([1, 1])
  expect([await readPrintCount(waits.shp), await readPrintCount(fresh.shp)]).toEqual([1, 1])
  const again = await shell.run(`waybill labels print --printer ${address}`, own)
  expect(again).toEqual({ exitCode: 0, out: '', err: 'No label waits to be printed.\n' })
})

test('an account with a carrier is connected, and its credentials are replaced after a refusal', async () => {
  const server = await startEasyPostServer()
  onTestFinished(() => server.stop())
  const connect = (apiKey: string, more = '') => {
    writeFileSync(join(shell.directory, 'easypost.json'), JSON.stringify({ api_key: apiKey }))
    return shell.run(`${CONNECT} ${more}`, env)
  }
  const refused = await connect('a-key-that-easypost-has-ended', `--endpoint ${server.url}`)
  expect(refused).toMatchObject({ exitCode: 1, out: '' })
  expect(refused.err).toContain('422 credentials_refused')
  const [, id = ''] = /connect easypost --account (cac_\w+)/.exec(refused.err) ?? []
  const connected = await connect(server.keyFor(id), `--account ${id}`)
  expect(connected).toMatchObject({ exitCode: 0, err: '' })
  expect(connected.out).toMatch(/^status +verified$/m)
})

test('every event that can be triggered happens', async () => {
  const all = Object.keys(triggers)
  // On a busy machine a call can be refused with an error that asks for another try.
  const again = 'trigger() { for _ in 1 2 3 4 5; do waybill trigger "$1" --json --wait 120 && return; done; return 1; }'
  const commands = all.map((type) => `trigger ${type} | jq -r .type`)
  const { exitCode, out, err } = await shell.run([again, ...commands].join('\n'), env)
  expect({ exitCode, out }, err).toEqual({ exitCode: 0, out: `${all.join('\n')}\n` })
}, 1_800_000) // a program for each

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
