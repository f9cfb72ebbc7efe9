import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
import { expect, test } from 'vitest'
import { signCall, signCalls, verifyCall, verifyCalls } from './call-signature.ts'

const path = '/waybill.shipment.v1.ShipmentService/Get'
const context: Context = { environment_id: 'env_1', scopes: ['shipments:read'], request_id: 'req_1' }
const read: Context = {
  ...{ merchant_id: '', livemode: false, op_id: '', idempotency_key: '', route: '', body_hash: '' },
  ...{ traceparent: '', if_match: '', ...context },
}
const now = 1_800_000_000_000

test('accepts a signature of the context as the server decodes it, with defaults', () => {
  const proof = signCall('key', path, context, now)
  expect(verifyCall('key', { path, context: read, proof }, now)).toBe(true)
  expect(verifyCall('key', { path, context: null, proof: signCall('key', path, undefined, now) }, now)).toBe(true)
})

test('rejects a signature made for another key, method or context field', () => {
  const proof = signCall('key', path, context, now)
  expect(verifyCall('other', { path, context: read, proof }, now)).toBe(false)
  expect(verifyCall('key', { path: '/waybill.shipment.v1.ShipmentService/List', context: read, proof }, now)).toBe(
    false,
  )
  for (const field of Object.keys(read) as (keyof Context)[]) {
    const value =
      { livemode: true, scopes: ['shipments:read', 'shipments:write'] }[field as 'livemode' | 'scopes'] ?? 'x'
    expect(verifyCall('key', { path, context: { ...read, [field]: value }, proof }, now), field).toBe(false)
  }
})

test('accepts a signature for one minute before and after its time', () => {
  const proof = signCall('key', path, context, now)
  expect(verifyCall('key', { path, context: read, proof }, now + 59_000)).toBe(true)
  expect(verifyCall('key', { path, context: read, proof }, now - 59_000)).toBe(true)
  expect(verifyCall('key', { path, context: read, proof }, now + 61_000)).toBe(false)
  expect(verifyCall('key', { path, context: read, proof }, now - 61_000)).toBe(false)
})

test('rejects text that is not a signature', () => {
  for (const text of [
    '',
    'v1',
    `v1.${now}.`,
    `v1.${now}.${'0'.repeat(64)}`,
    `v2${signCall('key', path, context, now).slice(2)}`,
  ])
    expect(verifyCall('key', { path, context: read, proof: text }, now), text).toBe(false)
})

test('rotates a key in three steps without rejecting a call', () => {
  const steps = ['old', 'old,new', 'new, old', 'new']
  for (const [step, before] of steps.slice(0, -1).entries()) {
    const after = steps[step + 1] as string
    for (const [signer, verifier] of [
      [before, after],
      [after, before],
    ] as const) {
      expect(verifyCall(verifier, { path, context: read, proof: signCall(signer, path, context, now) }, now)).toBe(true)
    }
  }
  expect(verifyCall('new', { path, context: read, proof: signCall('old', path, context, now) }, now)).toBe(false)
  expect(() => signCall(' , ', path, context, now)).toThrow('no key')
})

test('signs the calls of a batch together, in their order', () => {
  const other: Context = { ...read, environment_id: 'env_2' }
  const proof = signCalls('key', path, [read, other], now)
  expect(verifyCalls('key', { path, contexts: [context, other], proof }, now)).toBe(true)
  for (const contexts of [[other, read], [read], [read, other, other], [read, { ...other, op_id: 'op_1' }], []]) {
    expect(verifyCalls('key', { path, contexts, proof }, now)).toBe(false)
  }
})
