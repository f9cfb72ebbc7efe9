/** The types that openapi-typescript makes of the document, and the program in the guide that uses them. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildDocument } from '@waybill/api-docs/openapi/document'
import { routeTable } from '@waybill/gateway/routes/table'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { openapiTypes } from '../../../scripts/gen/sdk-types.ts'

const root = join(import.meta.dirname, '../../..')
const guide = readFileSync(join(root, 'docs/guides/types.md'), 'utf8')
const [, program = ''] = /```ts\n(.*?)```/s.exec(guide) ?? []

let types: string
beforeAll(async () => {
  const document = buildDocument(routeTable, { publicUrl: 'https://api.example.com', day: new Date() })
  types = await openapiTypes(document)
})

/** Compiler errors of a program beside the types; empty if none. */
function compile(text: string, more: readonly string[] = []): string {
  const directory = mkdtempSync(join(tmpdir(), 'waybill-types-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  symlinkSync(join(root, 'node_modules'), join(directory, 'node_modules'))
  writeFileSync(join(directory, 'waybill.ts'), types)
  writeFileSync(join(directory, 'program.ts'), text)
  const options =
    '--noEmit --strict --noUncheckedIndexedAccess --target es2023 --module nodenext --lib es2023,dom,dom.iterable'
  const flags = [...options.split(' '), '--allowImportingTsExtensions', '--skipLibCheck', '--types', '', ...more]
  try {
    execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags, 'program.ts'], {
      cwd: directory,
      encoding: 'utf8',
    })
    return ''
  } catch (error) {
    return String((error as { stdout: unknown }).stdout)
  }
}

test("the guide's program compiles, without a cast", () => {
  expect(program).toContain("case 'booking.delivered'")
  expect(program).not.toMatch(/\bas (?!const)|\bany\b|!\.|@ts-/)
  expect(compile(program)).toBe('')
  expect(compile(program, ['--exactOptionalPropertyTypes'])).toBe('')
})

test('the type of an event decides about its object, and a wrong use does not compile', () => {
  expect(compile(program.replaceAll('shipment.merchant_order_ref', 'shipment.pod'))).toContain("'pod' does not exist")
  expect(compile(program.replace("case 'booking.delivered'", "case 'booking.deliverd'"))).toContain('deliverd')
})

test('statuses of responses are strings, errors have a schema in each form, and the file can be read', () => {
  expect(types).toMatch(/BookingStatus: \(.*"delivered".*\) \| string/)
  expect(types).toContain('"application/problem+json": components["schemas"]["Problem"]')
  expect(types).toMatch(/Event: components\["schemas"\]\["ShipmentEvent"\] \| /)
  expect(types.split('\n').length).toBeLessThan(18_500)
})

test('what has a default may be left out of a request, and responses may be sent back as they are', () => {
  const text = `import type { components } from './waybill.ts'
type Schemas = components['schemas']
export const account: Schemas['CreateCarrierAccount'] = { carrier_code: 'ups', name: 'Shop', credentials: {} }
export const place = (address: Schemas['CreatePickupLocation']['address']): Schemas['CreatePickupLocation'] => ({ address })
export const same = (location: Schemas['PickupLocation']): Schemas['UpdatePickupLocation'] => location
export const kept = (subscription: Schemas['Subscription']): Schemas['UpdateSubscription'] => subscription
export const read = (subscription: Schemas['SubscriptionWithBacklog']): Schemas['UpdateSubscription'] => subscription
export const own = (carrierAccount: Schemas['CarrierAccount']): Schemas['UpdateCarrierAccount'] => carrierAccount
`
  expect(compile(text)).toBe('')
})
