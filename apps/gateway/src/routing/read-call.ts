/** Turns an admitted request into the call that its route handles: headers, body, query, fields, ids. */
import { createHash } from 'node:crypto'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { hasOmittedDetails } from '@waybill/chassis/rpc/errors'
import { AppError } from '@waybill/contracts/app-error'
import { isId, newId } from '@waybill/contracts/ids'
import { dependsOnTime, parseDocument } from '@waybill/contracts/validation'
import canonicalize from 'canonicalize'
import type { FastifyRequest } from 'fastify'
import { assertNoBody, readJson } from '../http/body.ts'
import { parseBearerToken, parseIdempotencyKey, parseIfMatch, parseTraceparent } from '../http/headers.ts'
import { pathOf } from '../http/paths.ts'
import type { Caller } from '../streams/streams.ts'
import { readQuery } from './query.ts'
import { type Call, pathParameters, type Route } from './route.ts'

/** A caller that hangs up does not abort its call: a write that has begun is finished. */
const NEVER_ABORTED = new AbortController().signal

/** Throws the first check of the documented order that fails. */
export function readCall<Services>(route: Route<Services>, request: FastifyRequest): Call {
  const isWrite = request.method === 'POST' || request.method === 'PATCH'
  const idempotencyKey = isWrite ? parseIdempotencyKey(request.headers['idempotency-key']) : null
  const ifMatch = route.conditional ? parseIfMatch(request.headers['if-match']) : null
  const sent = readBody(route, request.body as Buffer | undefined)
  const query = readQuery(route.query, request.query)
  assertOwnMerchant(sent.value, request)
  const document = readDocument(route, sent.value, { hasKey: idempotencyKey !== null })
  const params = request.params as Record<string, string>
  assertIdForms(params)

  const { credential } = request
  const context: CallContext = {
    environmentId: credential?.environmentId ?? '',
    merchantId: credential?.merchantId ?? '',
    livemode: credential?.livemode ?? false,
    scopes: credential ? [...credential.scopes] : [],
    requestId: request.id,
    opId: isWrite || request.method === 'DELETE' ? newId('op') : '',
    idempotencyKey,
    route: `${request.method} ${pathOf(request.url)}`,
    // Bodies are compared only between calls with the same key.
    bodyHash: idempotencyKey === null ? '' : hashBody(request, sent.value),
    traceparent: parseTraceparent(request.headers.traceparent),
    deadlineAt: new Date(Date.now() + route.timeoutMs),
    signal: NEVER_ABORTED,
    ifMatch,
  }
  return { context, params, query, document, bytes: sent.bytes, headers: request.headers, caller: toCaller(request) }
}

const toCaller = ({ credential, headers, ip }: FastifyRequest): Caller =>
  credential
    ? { kind: 'key', id: credential.keyId, token: parseBearerToken(headers.authorization) ?? null }
    : { kind: 'address', id: ip, token: null }

interface SentBody {
  value: unknown
  bytes: Buffer
}

const EMPTY_DOCUMENT = { value: {}, text: '{}' }
const NO_BODY: SentBody = { value: undefined, bytes: Buffer.alloc(0) }

function readBody<Services>({ body }: Route<Services>, bytes: Buffer | undefined): SentBody {
  if (body?.kind === 'json') {
    const { value, text } = body.optional && !bytes?.length ? EMPTY_DOCUMENT : readJson(bytes)
    return { value, bytes: Buffer.from(text) }
  }
  if (body?.kind === 'raw') return { value: undefined, bytes: bytes ?? NO_BODY.bytes }
  if (body?.kind === 'none') assertNoBody(bytes)
  return NO_BODY
}

/** Throws an error with every invalid field. */
function readDocument<Services>({ body }: Route<Services>, value: unknown, { hasKey }: { hasKey: boolean }): unknown {
  if (body?.kind !== 'json' || body.validatedByOwner) return undefined
  try {
    return parseDocument(body.schemaFor(value), value)
  } catch (error) {
    // The call may repeat one that came in time: the owning service looks up the key before it rejects the date.
    if (hasKey && dependsOnTime(error)) return undefined
    throw error
  }
}

/**
 * The owning service's error with every detail. An error of more than 24 KiB loses details on its way through gRPC
 * metadata; the document is then validated here once more. Other errors are returned as they are.
 */
export function restoreDetails<Services>({ body }: Route<Services>, { bytes }: Call, error: unknown): unknown {
  if (body?.kind !== 'json' || !(error instanceof AppError) || !hasOmittedDetails(error)) return error
  try {
    const value: unknown = JSON.parse(bytes.toString())
    parseDocument(body.schemaFor(value), value)
    return error
  } catch (complete) {
    return complete
  }
}

function assertOwnMerchant(value: unknown, { credential }: FastifyRequest): void {
  if (!credential || typeof value !== 'object' || value === null || !Object.hasOwn(value, 'merchant_id')) return
  const { merchant_id } = value as { merchant_id?: unknown }
  if (typeof merchant_id !== 'string' || merchant_id === credential.merchantId) return
  const message = `The token belongs to merchant ${credential.merchantId}, but merchant_id is ${merchant_id}. Omit merchant_id, or use a token of ${merchant_id}.`
  throw new AppError('merchant_mismatch', message)
}

function assertIdForms(params: Record<string, string>): void {
  for (const [name, value] of Object.entries(params)) {
    const known = pathParameters[name]
    if (known && !isId(known.prefix, value)) {
      const message = `Invalid ${name}: expected ${known.prefix}_ followed by 26 lower-case letters or digits.`
      throw new AppError(known.notFound, message)
    }
  }
}

/** SHA-256 of method, path, query and canonical JSON: equal for requests with the same meaning. */
function hashBody({ method, url }: FastifyRequest, value: unknown): string {
  const queryAt = url.indexOf('?')
  const query = queryAt < 0 ? '' : url.slice(queryAt + 1)
  const canonical = value === undefined ? '' : (canonicalize(value) ?? '')
  return createHash('sha256')
    .update(JSON.stringify([method, pathOf(url), query, canonical]))
    .digest('hex')
}
