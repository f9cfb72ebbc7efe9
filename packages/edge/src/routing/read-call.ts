/** Turns an admitted request into the call that its route handles: headers, body, query, fields, ids. */
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { hasOmittedDetails } from '@waybill/chassis/rpc/errors'
import { AppError } from '@waybill/contracts/app-error'
import { invalidId, isId, newId } from '@waybill/contracts/ids'
import { type BoundedInput, boundInput } from '@waybill/contracts/requests/bounded-input'
import { type Access, pathParameters } from '@waybill/contracts/requests/operation'
import { dependsOnTime, isFull, parseBounded, parseDocument, withOthers } from '@waybill/contracts/requests/validation'
import type { FastifyRequest } from 'fastify'
import { assertNoBody, readJson } from '../http/body.ts'
import { parseBearerToken, parseIdempotencyKey, parseIfMatch } from '../http/headers.ts'
import { getPath } from '../http/paths.ts'
import { hashRequest } from '../http/request-hash.ts'
import { findHolder } from '../limits/shares.ts'
import { trustedTraceparent } from '../server/request-trace.ts'
import { assertOwnMerchant } from './own-merchant.ts'
import { readQuery } from './query.ts'
import type { Call, Caller, Route } from './route.ts'

/** Larger documents are validated here, too: to send one on that is full of mistakes costs more than to find that out. */
const LARGE_DOCUMENT_BYTES = 32 * 1024

/** A caller that hangs up does not abort its call: a write that has begun is finished. */
const NEVER_ABORTED = new AbortController().signal

/** Throws the first check of the documented order that fails. */
export function readCall<Services>(
  route: Route<Services>,
  request: FastifyRequest,
): Omit<Call, 'payForItems' | 'showError'> {
  const params = request.params as Record<string, string>
  assertNoEmptyId(params)
  const isWrite = request.method === 'POST' || request.method === 'PATCH'
  const idempotencyKey = isWrite ? parseIdempotencyKey(request.headers['idempotency-key']) : null
  const ifMatch = route.conditional ? parseIfMatch(request.headers['if-match']) : null
  const sent = readBody(route, request.body as Buffer | undefined)
  const query = readQuery(route.query, request.query, { ignoresUnknown: isLink(route, request) })
  assertOwnMerchant(sent.value, request.credential?.merchantId, findSchema(route, sent.value))
  const hasKey = idempotencyKey !== null
  const read = readDocument(route, sent, { hasKey })
  try {
    assertIdForms(params, route.access)
  } catch (error) {
    // The owner, which checks fields first, is not called: the order of checks is the same here.
    readDocument(route, sent, { hasKey, isFinal: true })
    throw error
  }

  const { credential } = request
  const isAnonymous = route.access.kind === 'anyone'
  const context: CallContext = {
    environmentId: credential?.environmentId ?? '',
    merchantId: credential?.merchantId ?? '',
    livemode: credential?.livemode ?? false,
    scopes: credential ? [...credential.scopes] : [],
    requestId: request.id,
    opId: isWrite || request.method === 'DELETE' ? newId('op') : '',
    // Nobody could tell who may get the answer to an anonymous call again.
    idempotencyKey: isAnonymous ? null : idempotencyKey,
    route: `${request.method} ${getPath(request.url)}`,
    // Bodies are compared only between calls with the same key.
    bodyHash: idempotencyKey === null ? '' : hashBody(route, request, read.hashed),
    traceparent: trustedTraceparent(request),
    deadlineAt: new Date(Date.now() + route.timeoutMs),
    signal: NEVER_ABORTED,
    ifMatch,
  }
  return {
    context,
    params,
    query,
    document: read.document,
    bytes: read.bytes,
    headers: request.headers,
    keyId: credential?.keyId ?? '',
    session: credential?.session ?? null,
    address: request.ip,
    driverId: route.access.kind === 'driver' ? (credential?.keyId ?? '') : '',
    caller: toCaller(request),
    operator: request.operator === null ? null : { name: request.operator, address: request.ip },
  }
}

/**
 * Whether others than a merchant's program may have added parameters to the URL: people open and forward links to pages and
 * signed documents, and carriers extend the URLs of their callbacks.
 */
const isLink = <Services>({ access }: Route<Services>, { credential }: FastifyRequest): boolean =>
  access.kind === 'anyone' || access.kind === 'carrier' || (access.kind === 'token_or_signature' && credential === null)

function toCaller(request: FastifyRequest): Caller {
  const { credential, headers } = request
  const session = credential?.session
  const token = credential && !session ? (parseBearerToken(headers.authorization) ?? null) : null
  return { ...findHolder(request), token, sessionToken: session?.token ?? null }
}

interface SentBody {
  value: unknown
  bytes: Buffer
}

const EMPTY_DOCUMENT = { value: {}, text: '{}' }
const NO_BODY: SentBody = { value: undefined, bytes: Buffer.alloc(0) }

function readBody<Services>({ body }: Route<Services>, bytes: Buffer | undefined): SentBody {
  if (body?.kind === 'json' && body.batchLimitBytes === undefined) {
    const { value, text } = body.optional && !bytes?.length ? EMPTY_DOCUMENT : readJson(bytes)
    return { value, bytes: Buffer.from(text) }
  }
  if (body?.kind === 'raw' || body?.kind === 'json') return { value: undefined, bytes: bytes ?? NO_BODY.bytes }
  if (body?.kind === 'none') assertNoBody(bytes)
  return NO_BODY
}

interface ReadDocument {
  document: unknown
  /** The document for its owner. */
  bytes: Buffer
  /** Compared between calls with the same Idempotency-Key. */
  hashed: unknown
}

/** Throws an error with every invalid field. `isFinal`: the owner is not asked. */
function readDocument<Services>(
  { body }: Route<Services>,
  sent: SentBody,
  { hasKey, isFinal = false }: { hasKey: boolean; isFinal?: boolean },
): ReadDocument {
  const asSent = { document: undefined, bytes: sent.bytes, hashed: sent.value }
  if (body?.kind !== 'json' || body.batchLimitBytes !== undefined) return asSent
  const schema = body.schemaFor(sent.value)
  const bounded = boundInput(schema, sent.value)
  // The owner may find more that is wrong. A document with more wrong fields than an error lists goes no further.
  const isSmall = sent.bytes.length <= LARGE_DOCUMENT_BYTES
  if (body.validatedByOwner && !isFinal && isSmall && bounded.leftOut === 0) return asSent
  try {
    return { ...asSent, document: parseBounded(schema, bounded) }
  } catch (error) {
    // The call may repeat one that came in time: the owning service looks up the key before it rejects the date.
    if (hasKey && dependsOnTime(error)) return asSent
    if (body.validatedByOwner && !isFinal && error instanceof AppError && !isFull(error)) {
      return shortened(asSent, bounded)
    }
    throw error
  }
}

/**
 * A wrong document without what no schema of its shape can take, such as 190,000 nested arrays. As it was sent if nothing was cut, if
 * its owner may know a field that this version does not, and if JSON would turn a number that is too large into null.
 */
function shortened(asSent: ReadDocument, { value, unknownFields }: BoundedInput): ReadDocument {
  if (value === asSent.hashed || unknownFields > 0) return asSent
  let hasInfinite = false
  const text = JSON.stringify(value, (_key, part: unknown) => {
    if (part === Number.POSITIVE_INFINITY || part === Number.NEGATIVE_INFINITY) hasInfinite = true
    return part
  })
  if (hasInfinite) return asSent
  // Nothing was ever made of it, so that it need not be told from the same document in another order.
  return { document: undefined, bytes: Buffer.from(text), hashed: asSent.bytes.toString() }
}

/**
 * The owning service's error with every detail. An error of more than 24 KiB loses details on its way through gRPC
 * metadata; the document is then validated here once more. Other errors are returned as they are.
 */
export function restoreDetails<Services>({ body }: Route<Services>, { bytes }: Call, error: unknown): unknown {
  if (body?.kind !== 'json' || body.batchLimitBytes !== undefined) return error
  if (!(error instanceof AppError) || !hasOmittedDetails(error)) return error
  try {
    const value: unknown = JSON.parse(bytes.toString())
    parseDocument(body.schemaFor(value), value)
    return error
  } catch (complete) {
    return complete instanceof AppError ? withOthers(complete, error.details) : complete
  }
}

const findSchema = <Services>({ body }: Route<Services>, value: unknown) =>
  body?.kind === 'json' ? body.schemaFor(value) : null

/** Before the rest: such a path is meant for another route, whose query and body this one would refuse. */
function assertNoEmptyId(params: Record<string, string>): void {
  for (const [name, value] of Object.entries(params)) {
    if (value !== '') continue
    const message = `The path has no ${name} between its slashes. Put the id there, or leave out the slash at the end.`
    throw new AppError('route_not_found', message)
  }
}

function assertIdForms(params: Record<string, string>, { kind }: Access): void {
  for (const [name, value] of Object.entries(params)) {
    // The accounts that every environment has with simulated carriers have ids of another form.
    const known = kind === 'carrier' ? undefined : pathParameters[name]
    if (known && !isId(known.prefix, value)) {
      throw new AppError(known.notFound, invalidId(name, known.prefix))
    }
    // Postgres cannot store it in a text, nor compare with it.
    if (value.includes('\0')) throw new AppError('route_not_found', `Invalid ${name}: it contains a NUL character.`)
  }
}

function hashBody<Services>({ secretInAnswer }: Route<Services>, request: FastifyRequest, value: unknown): string {
  const { method, url } = request
  const queryAt = url.indexOf('?')
  const query = queryAt < 0 ? '' : url.slice(queryAt + 1)
  return hashRequest([method, getPath(url), query], value, secretInAnswer ? nameActor(request) : [])
}

/** The member, key, driver or operator, with the rights that the call has: a token may have fewer than its key. */
const nameActor = ({ credential, operator }: FastifyRequest): string[] =>
  credential
    ? [credential.session?.userId ?? credential.keyId, ...[...credential.scopes].sort()]
    : [`operator ${operator ?? ''}`]
