import * as grpc from '@grpc/grpc-js'
import { pairKeys } from '@waybill/contracts/call-table'
import { expect, test } from 'vitest'
import { createSigner, createVerifier, type SignedCall } from './call-signature.ts'

const path = '/waybill.shipment.v1.ShipmentService/Find'
const call: SignedCall = { path, message: Buffer.from('request') }
type Pair = Omit<Parameters<typeof createSigner>[0], 'internalKey'>
const booking: Pair = { caller: 'booking', callee: 'shipment' }
const now = 1_800_000_000_000
const PROOF_KEY = 'waybill-auth-2'

const signed = (internalKey: string, pair: Pair = booking, of = call) => createSigner({ ...pair, internalKey })(of, now)
const verified = (internalKey: string, metadata: grpc.Metadata, of = call, nowMs = now) =>
  createVerifier({ internalKey, callee: 'shipment' })(metadata, of, nowMs)

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
  const metadata = signed('key')
  expect(verified('key', metadata, call, now + 59_000)).not.toBe('unproven')
  expect(verified('key', metadata, call, now - 59_000)).not.toBe('unproven')
  expect(verified('key', metadata, call, now + 61_000)).toBe('unproven')
  expect(verified('key', metadata, call, now - 61_000)).toBe('unproven')
})

test('rejects text that is no proof', () => {
  expect(verified('key', new grpc.Metadata())).toBe('unproven')
  for (const text of ['', 'v2', `v2.booking.${now}.`, `v2.booking.${now}.${'0'.repeat(64)}`, `v2.nobody.${now}.00`]) {
    const metadata = new grpc.Metadata()
    metadata.set(PROOF_KEY, text)
    expect(verified('key', metadata), text).toBe('unproven')
  }
})

const keys = (service: string) => pairKeys(service, (caller, callee) => `key of ${caller} and ${callee}`)

test('with a key for each pair, proves the caller', () => {
  expect(keys('quoting')).toBe(
    'gateway/quoting:key of gateway and quoting,quoting/shipment:key of quoting and shipment,booking/quoting:key of booking and quoting',
  )
  const metadata = signed(keys('booking'))
  expect(verified(keys('shipment'), metadata)).toEqual({ caller: 'booking' })
  // Quoting has no key with which it could sign as booking.
  expect(() => signed(keys('quoting'))).toThrow('INTERNAL_KEY has no key for calls of booking to shipment')
  expect(verified(keys('shipment'), signed('booking/shipment:key of quoting and shipment'))).toBe('unproven')
})

test('a key for a pair that there is not signs and verifies nothing', () => {
  const mistyped = 'booking/shipmnt:other key'
  expect(() => signed(mistyped)).toThrow('INTERNAL_KEY has no key for calls of booking to shipment')
  expect(verified(`${keys('shipment')},${mistyped}`, signed('other key'))).toBe('unproven')
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
