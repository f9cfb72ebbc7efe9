/** The commands for files of many rows, against the running product. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { exampleShipment } from '@waybill/cli/merchant/example-shipment'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, getData } from '../api.ts'
import { aReference } from '../journeys.ts'
import { createTenant } from '../tenant.ts'
import { baseUrl, openShell, type Shell } from './shell.ts'

let shell: Shell
let token: string
let env: Record<string, string>
beforeAll(async () => {
  shell = openShell()
  token = (await createTenant()).access_token
  env = { WAYBILL_API_KEY: token, WAYBILL_URL: baseUrl }
})
afterAll(() => shell.remove())

const write = (file: string, text: string) => writeFileSync(join(shell.directory, file), text)
const toRows = (out: string) =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const registered = async () => getData(await get('/api/v1/shipments?limit=100', { token }), 200)

test('a file with a wrong row registers the others; corrected, it registers the rest and nothing twice', async () => {
  const today = new Date().toISOString().slice(0, 10)
  const address = (side: string) =>
    ['name', 'address_line_1', 'city', 'post_code', 'country'].map((name) => `${side}.${name}`)
  const parcel = ['title', 'weight_kg', 'length_cm', 'width_cm', 'height_cm'].map((name) => `parcels[0].${name}`)
  const columns = [
    'merchant_order_ref',
    'collection_date',
    ...address('pickup_address'),
    ...address('dropoff_address'),
    ...parcel,
  ]
  const row = (reference: string, weight: string) =>
    [
      ...[reference, today, '"Bakery, Corner"', '12 Market Street', 'London', 'NW1 8AB', 'GB'],
      ...['Grace Miller', '7 River Road', 'London', 'N1 9GU', 'GB', 'Bread', weight, '30', '20', '15'],
    ].join(',')
  const references = [aReference(), aReference(), aReference()]
  const csv = (second: string) =>
    [columns.join(','), ...references.map((one, index) => row(one, index === 1 ? second : '1.25'))].join('\n')

  write('orders.csv', csv('heavy'))
  const first = await shell.run('waybill shipments import orders.csv', env)
  expect(first.exitCode).toBe(1)
  expect(first.out).toContain(`line 3  ${references[1]}`)
  expect(first.out).toContain('  parcels[0].weight_kg: must be')
  expect(first.out).toContain('2 of 3 shipments are registered.')
  const [, again = ''] =
    /^ {2}(waybill shipments import orders\.csv --idempotency-key import-\S+)$/m.exec(first.err) ?? []
  expect((await registered()).length).toBe(2)

  write('orders.csv', csv('2.5'))
  const second = await shell.run(`${again} --json`, env)
  expect({ exitCode: second.exitCode, err: second.err }).toEqual({ exitCode: 0, err: '' })
  expect(toRows(second.out)).toMatchObject(
    references.map((merchant_order_ref, index) => ({ line: index + 2, merchant_order_ref, outcome: 'registered' })),
  )
  expect((await registered()).length).toBe(3)

  write('orders.csv', `${csv('2.5')}\n${row(aReference(), '1')}`)
  const third = await shell.run('waybill shipments import orders.csv', env)
  expect(third.exitCode).toBe(1)
  expect(third.err).toContain('3 orders have shipments already, so nothing is registered')
  expect(third.err).toMatch(/ {2}line 2 {2}\S+ {2}shp_/)
  expect((await registered()).length).toBe(3)
  const fourth = await shell.run('waybill shipments import orders.csv --skip-existing', env)
  expect(fourth.out).toMatch(/exists already: shp_/)
  expect(fourth.out).toContain('1 of 4 shipments are registered; 3 exist already.')
  const checked = await shell.run('waybill shipments import orders.csv --dry-run', env)
  expect(checked.out).toContain('4 of 4 shipments are valid; 4 exist already.')
  expect((await registered()).length).toBe(4)
})

test('the export of a shop in the encoding of Windows is imported with the usual pickup and parcel', async () => {
  const [first, second] = [aReference(), aReference()]
  const text = `Name;Shipping Name;Shipping Street;Shipping City;Shipping Zip;Shipping Country;Lineitem quantity;Lineitem name
#${first};Jürgen Müller;Hauptstraße 1;Köln;'01067;DE;2;Brötchen
#${first};;;;;;1;Brot
#${second};Ada;Hauptstraße 2;Köln;50667;DE;1;Brot`
  writeFileSync(join(shell.directory, 'shop.csv'), Buffer.from(text, 'latin1'))
  write('usual.json', JSON.stringify(exampleShipment(new Date(), aReference())))
  const { out, err } = await shell.run('waybill shipments import shop.csv --defaults usual.json --json', env)
  expect(err).toContain('shop.csv is not in UTF-8.')
  const rows = toRows(out)
  expect(rows.map(({ outcome, line }) => [outcome, line])).toEqual([
    ['registered', 2],
    ['registered', 4],
  ])
  const shipment = getData(await get(`/api/v1/shipments/${rows[0].shipment_id}`, { token }), 200)
  expect(shipment).toMatchObject({
    merchant_order_ref: `#${first}`,
    dropoff_address: { name: 'Jürgen Müller', city: 'Köln', post_code: '01067' },
    parcels: [{ title: '2 × Brötchen, Brot' }],
  })
})

test('a file of shipments is booked, and a row that cannot be is named', async () => {
  const orders = [1, 2, 3].map(() => JSON.stringify(exampleShipment(new Date(), aReference())))
  write('orders.jsonl', orders.join('\n'))
  const unknown = '{"shipment_id":"shp_00000000000000000000000000"}'
  const commands = `
    waybill shipments import orders.jsonl --json > registered.jsonl
    echo '${unknown}' >> registered.jsonl
    waybill bookings create registered.jsonl --cheapest --json`
  const { exitCode, out, err } = await shell.run(commands, env)
  const error = { code: 'command_failed', message: '1 failed.' }
  expect({ exitCode, ...JSON.parse(err) }).toEqual({ exitCode: 1, success: false, error })
  const rows = toRows(out)
  expect(rows.filter(({ status }) => status === 'booked').map(({ line }) => line)).toEqual([1, 2, 3])
  expect(rows.filter(({ status }) => status === 'failed')).toMatchObject([
    { line: 4, booking_id: null, error: { code: 'shipment_not_found' } },
  ])
  const ids = toRows(shell.read('registered.jsonl').toString()).map(({ shipment_id }) => shipment_id)
  const booked = getData(await get(`/api/v1/shipments/${ids[0]}`, { token }), 200)
  expect(booked.booking_id).toBe(rows.find(({ line }) => line === 1).booking_id)
})

test('a batch that is not over in time is waited for', async () => {
  write('order.jsonl', JSON.stringify(exampleShipment(new Date(), aReference())))
  const commands = `
    waybill shipments import order.jsonl --json > registered.jsonl
    waybill bookings create registered.jsonl --cheapest --wait 0 2> said || echo $? > code
    grep -oE 'waybill bookings wait bch_[0-9a-z]+' said > next
    sh -c "$(cat next)"`
  const { exitCode, out } = await shell.run(commands, env)
  expect(shell.read('code').toString()).toBe('5\n')
  expect(exitCode).toBe(0)
  expect(out).toMatch(/^line 1 {2}shp_\w+ {2}bkg_\w+\n1 of 1 shipments are booked\.\n$/)
})
