import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Context } from '@waybill/contracts/gen/waybill/common/v1/Context'

/** Metadata key of the proof that a call comes from one of our own processes. */
export const INTERNAL_AUTH_KEY = 'waybill-auth'

/** A proof is good this long before and after its time, which covers clocks that differ. */
const TOLERANCE_MS = 60_000

// The order is part of the scheme; an absent field counts as its proto default, which is what the server sees.
const signedText = (path: string, atMs: number, context: Context | null | undefined) =>
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

const hmac = (key: string, text: string) => createHmac('sha256', key).update(text).digest()

/**
 * The value of `waybill-auth` for one call: `v1.<unix ms>.<HMAC-SHA256, hex>` over the method's path
 * (`/package.Service/Method`), the time and every field of the context.
 */
export function signCall(key: string, path: string, context: Context | null | undefined, atMs = Date.now()): string {
  return `v1.${atMs}.${hmac(key, signedText(path, atMs, context)).toString('hex')}`
}

/** Whether a proof was made with this key, for this method and context, within a minute of now. Constant time. */
export function verifyCall(
  key: string,
  path: string,
  context: Context | null | undefined,
  proof: string,
  nowMs = Date.now(),
): boolean {
  const parts = /^v1\.(\d{1,15})\.([0-9a-f]{64})$/.exec(proof)
  if (!parts?.[1] || !parts[2]) return false
  const atMs = Number(parts[1])
  const genuine = timingSafeEqual(hmac(key, signedText(path, atMs, context)), Buffer.from(parts[2], 'hex'))
  return genuine && Math.abs(nowMs - atMs) <= TOLERANCE_MS
}
