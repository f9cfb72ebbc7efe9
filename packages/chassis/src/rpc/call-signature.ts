/** Proofs that a call comes from a process with an internal key. The key never travels. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import * as grpc from '@grpc/grpc-js'
import { CALLERS, type Callee, type Caller, callPairs } from '@waybill/contracts/call-table'
import { findKeys, keysFor } from './internal-keys.ts'

/**
 * Metadata key of the proof: `v2.<caller>.<unix ms>.<HMAC-SHA256, hex>`, over caller, callee, method, time and the SHA-256 of
 * the message's bytes.
 */
const PROOF_KEY = 'waybill-auth-2'

/** How long a proof is valid before and after its time. Covers clock skew. */
const TOLERANCE_MS = 60_000

export interface SignedCall {
  /** The gRPC method that carries the message: `/package.Service/Method`. */
  path: string
  /** The request, exactly as it is sent. */
  message: Buffer
}

export type SignCall = (call: SignedCall, atMs?: number) => grpc.Metadata

/** Signs calls of the caller to the callee. Throws if `internalKey` has no key for them. */
export function createSigner(options: { internalKey: string; caller: Caller; callee: Callee }): SignCall {
  const { internalKey, caller, callee } = options
  const [key] = keysFor(internalKey, caller, callee) as [string]
  return (call, atMs = Date.now()) => {
    const metadata = new grpc.Metadata()
    metadata.set(PROOF_KEY, `v2.${caller}.${atMs}.${toProof(key, { ...call, caller, callee, atMs }).toString('hex')}`)
    return metadata
  }
}

type VerifyCall = (metadata: grpc.Metadata, call: SignedCall, nowMs?: number) => { caller: Caller } | 'unproven'

/**
 * Verifies proofs of calls to the callee, made within a minute of now. Compares in constant time. Throws if a
 * caller of the callee has no key.
 */
export function createVerifier(options: { internalKey: string; callee: Callee }): VerifyCall {
  const { internalKey, callee } = options
  const mustHaveKeys = (caller: Caller) => callPairs.some((pair) => pair.caller === caller && pair.callee === callee)
  const keys = new Map(
    CALLERS.map((caller) => [caller, (mustHaveKeys(caller) ? keysFor : findKeys)(internalKey, caller, callee)]),
  )
  const isNear = (atMs: number, nowMs: number) => Math.abs(nowMs - atMs) <= TOLERANCE_MS

  return (metadata, call, nowMs = Date.now()) => {
    const proof = String(metadata.get(PROOF_KEY)[0] ?? '')
    const [, name = '', at, hex = ''] = /^v2\.([a-z]{1,20})\.(\d{1,15})\.([0-9a-f]{64})$/.exec(proof) ?? []
    const caller = CALLERS.find((one) => one === name)
    const atMs = Number(at)
    if (!caller || !isNear(atMs, nowMs)) return 'unproven'
    const isGenuine = (keys.get(caller) ?? []).some((key) =>
      timingSafeEqual(toProof(key, { ...call, caller, callee, atMs }), Buffer.from(hex, 'hex')),
    )
    return isGenuine ? { caller } : 'unproven'
  }
}

function toProof(
  key: string,
  { caller, callee, path, atMs, message }: SignedCall & { caller: Caller; callee: Callee; atMs: number },
): Buffer {
  const text = `v2\n${caller}\n${callee}\n${path}\n${atMs}\n${hash('sha256', message)}`
  return createHmac('sha256', key).update(text).digest()
}
