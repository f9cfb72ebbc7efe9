import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'
import { signingKeys } from '../process/signing-keys.ts'

/** Metadata key of the proof that a call comes from a process with the internal key. */
export const INTERNAL_AUTH_KEY = 'waybill-auth'

/** How long a proof is valid before and after its time. Covers clock skew. */
const TOLERANCE_MS = 60_000

type GivenContext = Context | null | undefined

// The order is part of the scheme. An absent field counts as its proto default, which is what the server reads.
const signedText = (path: string, atMs: number, context: GivenContext) =>
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

const signedTexts = (path: string, atMs: number, contexts: readonly GivenContext[]) =>
  contexts.map((context) => signedText(path, atMs, context)).join('\n')

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The value of `waybill-auth` for one call: `v1.<unix ms>.<HMAC-SHA256, hex>` over the method's path
 * (`/package.Service/Method`), the time and every field of the context.
 */
export function signCall(key: string, path: string, context: GivenContext, atMs = Date.now()): string {
  return signCalls(key, path, [context], atMs)
}

/** One proof for a batch of calls of one method, over all their contexts in order. */
export function signCalls(key: string, path: string, contexts: readonly GivenContext[], atMs = Date.now()): string {
  return `v1.${atMs}.${hmac(signingKeys(key).signing, signedTexts(path, atMs, contexts)).toString('hex')}`
}

/**
 * Whether the proof was made with one of these comma-separated keys, for this method and context, within a minute of
 * now. Compares in constant time.
 */
export function verifyCall(
  key: string,
  { path, context, proof }: { path: string; context: GivenContext; proof: string },
  nowMs = Date.now(),
): boolean {
  return verifyCalls(key, { path, contexts: [context], proof }, nowMs)
}

/** `verifyCall` for the calls of a batch. */
export function verifyCalls(
  key: string,
  { path, contexts, proof }: { path: string; contexts: readonly GivenContext[]; proof: string },
  nowMs = Date.now(),
): boolean {
  const parts = /^v1\.(\d{1,15})\.([0-9a-f]{64})$/.exec(proof)
  if (!parts?.[1] || !parts[2]) return false
  const atMs = Number(parts[1])
  const given = Buffer.from(parts[2], 'hex')
  const text = signedTexts(path, atMs, contexts)
  const genuine = signingKeys(key).verifying.some((one) => timingSafeEqual(hmac(one, text), given))
  return genuine && Math.abs(nowMs - atMs) <= TOLERANCE_MS
}
