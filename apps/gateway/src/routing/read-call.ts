/** From a request that was admitted to the call that its route handles: headers, body, query, fields, ids. */
import { createHash } from 'node:crypto'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { AppError } from '@waybill/contracts/app-error'
import { isId, newId } from '@waybill/contracts/ids'
import { dependsOnTime, parseDocument } from '@waybill/contracts/validation'
import canonicalize from 'canonicalize'
import type { FastifyRequest } from 'fastify'
import { assertNoBody, readJson } from '../http/body.ts'
import { bearerTokenOf, idempotencyKeyOf, ifMatchOf, traceparentOf } from '../http/headers.ts'
import { pathOf } from '../http/paths.ts'
import type { Caller } from '../streams/streams.ts'
import { readQuery } from './query.ts'
import { type Call, pathParameters, type Route } from './route.ts'

/** A call is not ended when its caller hangs up: a write that has begun is finished. */
const NEVER_ABORTED = new AbortController().signal

/** Throws what is wrong with the request, the first check of the documented order that fails. */
export function readCall<Services>(route: Route<Services>, request: FastifyRequest): Call {
  const isWrite = request.method === 'POST' || request.method === 'PATCH'
  const idempotencyKey = isWrite ? idempotencyKeyOf(request.headers['idempotency-key']) : null
  const ifMatch = route.conditional ? ifMatchOf(request.headers['if-match']) : null
  const sent = readBody(route, request.body as Buffer | undefined)
  const query = readQuery(route.query, request.query)
  assertOwnMerchant(sent.value, request)
  const document = readDocument(route, sent.value, { isKeyed: idempotencyKey !== null })
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
    // Only the repeats of a key need to be compared.
    bodyHash: idempotencyKey === null ? '' : bodyHash(request, sent.value),
    traceparent: traceparentOf(request.headers.traceparent),
    deadlineAt: new Date(Date.now() + route.timeoutMs),
    signal: NEVER_ABORTED,
    ifMatch,
  }
  return { context, params, query, document, bytes: sent.bytes, headers: request.headers, caller: callerOf(request) }
}

const callerOf = ({ credential, headers, ip }: FastifyRequest): Caller =>
  credential
    ? { kind: 'key', id: credential.keyId, token: bearerTokenOf(headers.authorization) ?? null }
    : { kind: 'address', id: ip, token: null }

interface Sent {
  value: unknown
  bytes: Buffer
}

const EMPTY_DOCUMENT = { value: {}, text: '{}' }
const NOTHING: Sent = { value: undefined, bytes: Buffer.alloc(0) }

function readBody<Services>({ body }: Route<Services>, bytes: Buffer | undefined): Sent {
  if (body?.kind === 'json') {
    const { value, text } = body.optional && !bytes?.length ? EMPTY_DOCUMENT : readJson(bytes)
    return { value, bytes: Buffer.from(text) }
  }
  if (body?.kind === 'raw') return { value: undefined, bytes: bytes ?? NOTHING.bytes }
  if (body?.kind === 'none') assertNoBody(bytes)
  return NOTHING
}

/** As its schema reads it. Throws every wrong field at once. */
function readDocument<Services>({ body }: Route<Services>, value: unknown, { isKeyed }: { isKeyed: boolean }): unknown {
  if (body?.kind !== 'json' || body.judgedByOwner) return undefined
  try {
    return parseDocument(body.schemaFor(value), value)
  } catch (error) {
    // It may be the repeat of a call that came in time: its owner looks the key up before it says that it is too late.
    if (isKeyed && dependsOnTime(error)) return undefined
    throw error
  }
}

/**
 * What an owning service has refused a document with, in full: an error that travels between services is cut to size,
 * and this one names every wrong field.
 */
export function refusalInFull<Services>({ body }: Route<Services>, { bytes }: Call, error: unknown): unknown {
  if (body?.kind !== 'json' || !body.judgedByOwner) return error
  if (!(error instanceof AppError) || error.details.length === 0) return error
  try {
    const value: unknown = JSON.parse(bytes.toString())
    parseDocument(body.schemaFor(value), value)
    return error
  } catch (inFull) {
    return inFull
  }
}

function assertOwnMerchant(value: unknown, { credential }: FastifyRequest): void {
  if (!credential || typeof value !== 'object' || value === null || !Object.hasOwn(value, 'merchant_id')) return
  const { merchant_id } = value as { merchant_id?: unknown }
  if (typeof merchant_id !== 'string' || merchant_id === credential.merchantId) return
  throw new AppError('merchant_mismatch', "merchant_id is not the token's merchant: leave it out, or use its token.")
}

function assertIdForms(params: Record<string, string>): void {
  for (const [name, value] of Object.entries(params)) {
    const known = pathParameters[name]
    if (known && !isId(known.prefix, value)) {
      const message = `The ${name} in the path is not one: it would be ${known.prefix}_ and 26 lower-case letters and digits.`
      throw new AppError(known.notFound, message)
    }
  }
}

/** SHA-256 over method, path, query and canonical body: equal for requests that mean the same. */
function bodyHash({ method, url }: FastifyRequest, value: unknown): string {
  const queryAt = url.indexOf('?')
  const query = queryAt < 0 ? '' : url.slice(queryAt + 1)
  const canonical = value === undefined ? '' : (canonicalize(value) ?? '')
  return createHash('sha256')
    .update(JSON.stringify([method, pathOf(url), query, canonical]))
    .digest('hex')
}
