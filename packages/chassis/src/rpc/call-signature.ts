/** Proofs that a call comes from a process with an internal key. The key never travels. */
import { createHmac, hash, timingSafeEqual } from 'node:crypto'
import * as grpc from '@grpc/grpc-js'
import { CALLERS, type Callee, type Caller, callPairs } from '@waybill/contracts/call-table'
import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
import { findKeys, type InternalKey, keysFor } from './internal-keys.ts'

/**
 * Metadata key of the proof: `v2.<caller>.<unix ms>.<HMAC-SHA256, hex>`, over caller, callee, method, time and the SHA-256 of
 * the message's bytes.
 */
const PROOF_KEY = 'waybill-auth-2'

/**
 * Metadata key of the proof that version 0.1 sends and expects: `v1.<unix ms>.<HMAC-SHA256, hex>`, over method, time and
 * contexts. It covers no other field and names no caller. The release after 0.2 neither sends nor accepts it.
 */
const OLD_PROOF_KEY = 'waybill-auth'

/** How long a proof is valid before and after its time. Covers clock skew. */
const TOLERANCE_MS = 60_000

type GivenContext = Context | null | undefined

export interface SignedCall {
  /** The gRPC method that carries the message: `/package.Service/Method`. */
  path: string
  /** The request, exactly as it is sent. */
  message: Buffer
  /** Text that an old proof covers. In a batch, the method and the contexts of the calls in it. */
  old: { path: string; contexts: readonly GivenContext[] }
}

export type SignCall = (call: SignedCall, atMs?: number) => grpc.Metadata

/** Signs calls of the caller to the callee. Throws if `internalKey` has no key for them. */
export function createSigner(options: { internalKey: string; caller: Caller; callee: Callee }): SignCall {
  const { internalKey, caller, callee } = options
  const [signing] = keysFor(internalKey, caller, callee) as [InternalKey]
  return (call, atMs = Date.now()) => {
    const metadata = new grpc.Metadata()
    metadata.set(
      PROOF_KEY,
      `v2.${caller}.${atMs}.${proofOf(signing.key, { ...call, caller, callee, atMs }).toString('hex')}`,
    )
    if (signing.isShared)
      metadata.set(OLD_PROOF_KEY, `v1.${atMs}.${oldProofOf(signing.key, call, atMs).toString('hex')}`)
    return metadata
  }
}

/** `caller` is null for an old proof, which names none. */
export type VerifyCall = (
  metadata: grpc.Metadata,
  call: SignedCall,
  nowMs?: number,
) => { caller: Caller | null } | 'unproven'

/**
 * Verifies proofs of calls to the callee, made within a minute of now. Compares in constant time. Only a key that all services
 * share verifies an old proof, and only if the call has no other. Throws if a caller of the callee has no key.
 */
export function createVerifier(options: { internalKey: string; callee: Callee }): VerifyCall {
  const { internalKey, callee } = options
  const mustHaveKeys = (caller: Caller) => callPairs.some((pair) => pair.caller === caller && pair.callee === callee)
  const keys = new Map(
    CALLERS.map((caller) => [caller, (mustHaveKeys(caller) ? keysFor : findKeys)(internalKey, caller, callee)]),
  )
  const shared = [...keys.values()].flat().filter(({ isShared }) => isShared)
  const isNear = (atMs: number, nowMs: number) => Math.abs(nowMs - atMs) <= TOLERANCE_MS

  return (metadata, call, nowMs = Date.now()) => {
    const proof = metadata.get(PROOF_KEY)[0]
    if (proof !== undefined) {
      const [, name = '', at, hex = ''] = /^v2\.([a-z]{1,20})\.(\d{1,15})\.([0-9a-f]{64})$/.exec(String(proof)) ?? []
      const caller = CALLERS.find((one) => one === name)
      const atMs = Number(at)
      if (!caller || !isNear(atMs, nowMs)) return 'unproven'
      const isGenuine = (keys.get(caller) ?? []).some(({ key }) =>
        timingSafeEqual(proofOf(key, { ...call, caller, callee, atMs }), Buffer.from(hex, 'hex')),
      )
      return isGenuine ? { caller } : 'unproven'
    }
    const [, at, hex = ''] = /^v1\.(\d{1,15})\.([0-9a-f]{64})$/.exec(String(metadata.get(OLD_PROOF_KEY)[0] ?? '')) ?? []
    const atMs = Number(at)
    if (!isNear(atMs, nowMs)) return 'unproven'
    const isGenuine = shared.some(({ key }) => timingSafeEqual(oldProofOf(key, call, atMs), Buffer.from(hex, 'hex')))
    return isGenuine ? { caller: null } : 'unproven'
  }
}

function proofOf(
  key: string,
  { caller, callee, path, atMs, message }: SignedCall & { caller: Caller; callee: Callee; atMs: number },
): Buffer {
  const text = `v2\n${caller}\n${callee}\n${path}\n${atMs}\n${hash('sha256', message)}`
  return createHmac('sha256', key).update(text).digest()
}

const oldProofOf = (key: string, { old: { path, contexts } }: SignedCall, atMs: number): Buffer =>
  createHmac('sha256', key)
    .update(contexts.map((context) => oldText(path, atMs, context)).join('\n'))
    .digest()

// The order is part of the scheme. An absent field counts as its proto default, which is what the server reads.
const oldText = (path: string, atMs: number, context: GivenContext) =>
  JSON.stringify([
    path,
    atMs,
    context?.environment_id ?? '',
    context?.merchant_id ?? '',
    context?.livemode ?? false,
    context?.scopes ?? [],
    context?.request_id ?? '',
    context?.op_id ?? '',
    context?.idempotency_key ?? '',
    context?.route ?? '',
    context?.body_hash ?? '',
    context?.traceparent ?? '',
    context?.if_match ?? '',
  ])
