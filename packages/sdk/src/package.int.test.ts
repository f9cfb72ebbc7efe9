/** The package that users install: its size, its modules, its types. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { builtPackage, type InstalledPackage, installPackage } from './testing/built-package.ts'

const LARGEST_BYTES = 20 * 1024
const root = join(import.meta.dirname, '../../..')

let project: InstalledPackage
beforeAll(() => {
  project = installPackage()
})
afterAll(() => project.remove())

/** Its output, also if it fails. */
function run(program: string, ...args: string[]): string {
  try {
    return execFileSync(program, args, { cwd: project.directory, encoding: 'utf8', stdio: 'pipe' })
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string }
    return `failed: ${stdout}${stderr}`
  }
}

const write = (name: string, text: string) => writeFileSync(join(project.directory, name), text)

/** Every version of Node.js on the PATH from 20 on. */
function nodePrograms(): string[] {
  const candidates = [
    process.execPath,
    ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, 'node')),
  ]
  const byVersion = new Map<string, string>()
  for (const program of candidates.filter((one) => existsSync(one))) {
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()
    if (Number(/\d+/.exec(version)) >= 20 && !byVersion.has(version)) byVersion.set(version, program)
  }
  return [...byVersion.values()]
}

test('the code is at most 20 KB compressed, and has no dependencies', () => {
  const dist = builtPackage()
  for (const folder of ['esm', 'cjs']) {
    expect(gzipSync(readFileSync(join(dist, folder, 'index.js'))).length).toBeLessThanOrEqual(LARGEST_BYTES)
  }
  const manifest = JSON.parse(readFileSync(join(dist, 'package.json'), 'utf8'))
  expect(manifest).not.toHaveProperty('dependencies')
  expect(manifest).not.toHaveProperty('private')
})

test('publint and arethetypeswrong find nothing', async () => {
  const pkgDir = builtPackage()
  const { messages } = await publint({ pkgDir, level: 'warning', strict: true, pack: false })
  const manifest = JSON.parse(readFileSync(join(pkgDir, 'package.json'), 'utf8'))
  expect(messages.map((message) => formatMessage(message, manifest))).toEqual([])
  const checked = await checkPackage(createPackageFromTarballData(readFileSync(project.tarball)))
  expect('problems' in checked && checked.problems).toEqual([])
})

test('import and require work in every Node.js from 20 on', () => {
  const use = `const { money, Waybill, Webhook, WaybillError } = sdk
new Waybill({ apiKey: 'wb_test_1', baseUrl: 'https://waybill.example.com' })
const webhook = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
webhook.sign('evt_1', '{"id":"evt_1"}').then((headers) => webhook.verify('{"id":"evt_1"}', headers)).then((event) => {
  console.log(event.id, money.add('0.1', '0.20'), new WaybillError({ code: 'x', message: 'y' }) instanceof Error)
})`
  write('use.mjs', `import * as sdk from '@waybill/sdk'\n${use}`)
  write('use.cjs', `const sdk = require('@waybill/sdk')\n${use}`)
  for (const program of nodePrograms()) {
    for (const file of ['use.mjs', 'use.cjs'])
      expect(run(program, file), `${program} ${file}`).toBe('evt_1 0.30 true\n')
  }
})

const PROGRAM = `import { money, Waybill, WaybillError, Webhook } from '@waybill/sdk'
import type { Booking, CreateShipment, ShipmentStatus, WaybillEvent } from '@waybill/sdk'

const waybill = new Waybill({ apiKey: 'wb_test_1', baseUrl: 'https://waybill.example.com' })

export async function ship(order: CreateShipment): Promise<Booking> {
  const { shipment_id } = await waybill.shipments.create(order, { idempotencyKey: 'a' })
  const { options } = await waybill.quotes.create({ shipment_id })
  const cheapest = [...options].sort((one, other) => money.compare(one.total_amount, other.total_amount))[0]
  if (cheapest === undefined) throw new Error('no offer')
  const { data, requestId } = await waybill.shipments.book(shipment_id, cheapest).withResponse()
  console.log(requestId satisfies string | null)
  return data
}

export const isOver = (status: ShipmentStatus): boolean => status === 'delivered' || status === 'a-later-one'

export async function read(body: string, headers: Headers): Promise<string> {
  const event: WaybillEvent = await new Webhook('whsec_AAAA').verify(body, headers)
  switch (event.type) {
    case 'booking.delivered': {
      const booking = event.data.object
      return 'truncated' in booking ? event.subject.id : booking.carrier_code ?? ''
    }
    default:
      return event.type
  }
}

export async function all(): Promise<void> {
  for await (const { status } of waybill.bookings.list({ status: ['assigned'], limit: 100 })) console.log(status satisfies string)
  for await (const { occurred_at } of waybill.shipments.track('shp_1')) console.log(occurred_at satisfies string)
  await waybill.webhooks.subscriptions.delete('sub_1').catch((error: unknown) => {
    if (error instanceof WaybillError && error.code === 'subscription_not_found') return
    throw error
  })
}
`

const guide = readFileSync(join(root, 'docs/guides/sdk.md'), 'utf8')
const GUIDE = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, text]) => text).join('\n')

test.each([
  ['node16', 'program.mts', '--lib es2022,dom,dom.iterable --types'],
  ['node16', 'program.cts', '--lib es2022,dom,dom.iterable --types'],
  ['node16', 'program.mts', '--lib es2022 --types node'],
  ['bundler', 'program.ts', '--lib es2022,dom,dom.iterable --exactOptionalPropertyTypes --types'],
  ['node16', 'guide.mts', '--lib es2022 --exactOptionalPropertyTypes --types node'],
])('a program compiles with moduleResolution %s: %s %s', (resolution, file, flags) => {
  write(file, file.startsWith('guide') ? GUIDE : PROGRAM)
  const types = join(project.directory, 'node_modules/@types')
  if (!existsSync(types)) symlinkSync(join(root, 'node_modules/@types'), types)
  const module = resolution === 'bundler' ? 'esnext' : 'node16'
  const options = `--noEmit --strict --noUncheckedIndexedAccess --target es2022 --module ${module} --moduleResolution ${resolution} ${flags}`
  const given = options.split(' ')
  if (flags.endsWith('--types')) given.push('')
  expect(run(process.execPath, join(root, 'node_modules/typescript/bin/tsc'), ...given, file)).toBe('')
})
