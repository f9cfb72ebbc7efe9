import { createHmac } from 'node:crypto'
import * as grpc from '@grpc/grpc-js'
import { pairKeys } from '@waybill/contracts/call-table'
import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
import { expect, test } from 'vitest'
import { createSigner, createVerifier, type SignedCall } from './call-signature.ts'

const path = '/waybill.shipment.v1.ShipmentService/Find'
const context: Context = { environment_id: 'env_1', scopes: ['shipments:read'], request_id: 'req_1' }
const call: SignedCall = { path, message: Buffer.from('request'), old: { path, contexts: [context] } }
type Pair = Omit<Parameters<typeof createSigner>[0], 'internalKey'>
const booking: Pair = { caller: 'booking', callee: 'shipment' }
const now = 1_800_000_000_000
const PROOF_KEY = 'waybill-auth-2'
const OLD_PROOF_KEY = 'waybill-auth'

const signed = (internalKey: string, pair: Pair = booking, of = call) => createSigner({ ...pair, internalKey })(of, now)
const verified = (internalKey: string, metadata: grpc.Metadata, of = call, nowMs = now) =>
  createVerifier({ internalKey, callee: 'shipment' })(metadata, of, nowMs)
const without = (metadata: grpc.Metadata, key: string) => {
  metadata.remove(key)
  return metadata
}

/** The proof of a process of version 0.1, written down independently of the code. */
function oldProof(key: string, given = context, method = path): grpc.Metadata {
  const fields = [method, now, given.environment_id, '', false, given.scopes, given.request_id, '', '', '', '', '', '']
  const mac = createHmac('sha256', key).update(JSON.stringify(fields)).digest('hex')
  const metadata = new grpc.Metadata()
  metadata.set(OLD_PROOF_KEY, `v1.${now}.${mac}`)
  return metadata
}

test('accepts a call as signed, and learns its caller', () => {
  expect(verified('key', signed('key'))).toEqual({ caller: 'booking' })
  expect(verified('key', signed('key', { ...booking, caller: 'quoting' }))).toEqual({ caller: 'quoting' })
})

test('rejects a proof for another message, method, callee or key', () => {
  const metadata = signed('key')
  expect(verified('key', metadata, { ...call, message: Buffer.from('Request') })).toBe('unproven')
  expect(verified('key', metadata, { ...call, path: '/waybill.shipment.v1.ShipmentService/Settle' })).toBe('unproven')
  expect(verified('key', signed('key', { caller: 'booking', callee: 'quoting' }))).toBe('unproven')
  expect(verified('other', metadata)).toBe('unproven')
})

test('rejects a proof that names another caller than it was made for', () => {
  const metadata = signed('key')
  metadata.set(PROOF_KEY, String(metadata.get(PROOF_KEY)[0]).replace('booking', 'gateway'))
  expect(verified('key', metadata)).toBe('unproven')
})

test('accepts a proof for one minute before and after its time', () => {
  for (const metadata of [signed('key'), oldProof('key')]) {
    expect(verified('key', metadata, call, now + 59_000)).not.toBe('unproven')
    expect(verified('key', metadata, call, now - 59_000)).not.toBe('unproven')
    expect(verified('key', metadata, call, now + 61_000)).toBe('unproven')
    expect(verified('key', metadata, call, now - 61_000)).toBe('unproven')
  }
})

test('rejects text that is no proof, although an old proof is with it', () => {
  expect(verified('key', new grpc.Metadata())).toBe('unproven')
  for (const text of ['', 'v2', `v2.booking.${now}.`, `v2.booking.${now}.${'0'.repeat(64)}`, `v2.nobody.${now}.00`]) {
    const metadata = oldProof('key')
    metadata.set(PROOF_KEY, text)
    expect(verified('key', metadata), text).toBe('unproven')
  }
})

test('understands version 0.1: accepts its proof, and sends one that it accepts', () => {
  expect(verified('key', oldProof('key'))).toEqual({ caller: null })
  expect(signed('key').get(OLD_PROOF_KEY)).toEqual(oldProof('key').get(OLD_PROOF_KEY))
  expect(verified('key', without(signed('key'), PROOF_KEY))).toEqual({ caller: null })
  expect(verified('key', oldProof('other'))).toBe('unproven')
  expect(verified('key', oldProof('key', { ...context, environment_id: 'env_2' }))).toBe('unproven')
  expect(verified('key', oldProof('key', context, '/another/Method'))).toBe('unproven')
})

test('covers the contexts of a batch in their order by an old proof', () => {
  const other: Context = { ...context, environment_id: 'env_2' }
  const batch = (...contexts: Context[]): SignedCall => ({ ...call, old: { path, contexts } })
  const metadata = without(signed('key', booking, batch(context, other)), PROOF_KEY)
  expect(verified('key', metadata, batch(context, other))).toEqual({ caller: null })
  for (const contexts of [[other, context], [context], [context, other, other], []])
    expect(verified('key', metadata, batch(...contexts))).toBe('unproven')
})

const keys = (service: string) => pairKeys(service, (caller, callee) => `key of ${caller} and ${callee}`)

test('with a key for each pair, proves the caller and knows no other proof', () => {
  expect(keys('quoting')).toBe(
    'gateway/quoting:key of gateway and quoting,quoting/shipment:key of quoting and shipment,booking/quoting:key of booking and quoting',
  )
  const metadata = signed(keys('booking'))
  expect(metadata.get(OLD_PROOF_KEY)).toEqual([])
  expect(verified(keys('shipment'), metadata)).toEqual({ caller: 'booking' })
  // Quoting has no key with which it could sign as booking, nor one for old proofs.
  expect(() => signed(keys('quoting'))).toThrow('INTERNAL_KEY has no key for calls of booking to shipment')
  expect(verified(keys('shipment'), signed('booking/shipment:key of quoting and shipment'))).toBe('unproven')
  expect(verified(keys('shipment'), oldProof('key of booking and shipment'))).toBe('unproven')
})

test('a key for a pair that there is not signs and verifies nothing', () => {
  const mistyped = 'booking/shipmnt:key of booking and shipment'
  expect(() => signed(mistyped)).toThrow('INTERNAL_KEY has no key for calls of booking to shipment')
  const metadata = oldProof(mistyped)
  expect(verified(`${keys('shipment')},${mistyped}`, metadata)).toBe('unproven')
})

test('requires a key for every caller of the service', () => {
  const verifier = () => createVerifier({ internalKey: 'gateway/shipment:a,booking/shipment:b', callee: 'shipment' })
  expect(verifier).toThrow('INTERNAL_KEY has no key for calls of quoting to shipment')
  expect(() => signed(' , ')).toThrow('no key')
})

test.each([
  ['a shared key to another', 'old', 'new'],
  ['a shared key to keys of pairs', 'old', keys('shipment')],
  ['keys of pairs to others', keys('shipment'), keys('shipment').replaceAll('key of', 'new key of')],
])('rotates %s in three steps without rejecting a call', (_, old, next) => {
  const steps = [old, `${old},${next}`, `${next}, ${old}`, next]
  for (const [step, before] of steps.slice(0, -1).entries()) {
    const after = steps[step + 1] as string
    expect(verified(after, signed(before))).not.toBe('unproven')
    expect(verified(before, signed(after))).not.toBe('unproven')
  }
  expect(verified(next, signed(old))).toBe('unproven')
})
