/** The OpenAPI document, from the route table, the validating schemas and the error catalogue. */
import { publicEventSchema } from '@waybill/contracts/events/public-event'
import { type Access, hasEntityTag, type Operation, parameterNames } from '@waybill/contracts/requests/operation'
import type { z } from 'zod'
import { type Audience, introductions, isShownTo, tagGroups, usedComponents } from './audiences.ts'
import { headers, listMeta, parameters, tags } from './components.ts'
import { errorExamples, errorResponses, errorSchemas, isIdempotent, reachableErrors } from './errors.ts'
import { eventObjectSchemas, unionOfEvents } from './event-types.ts'
import { type Examples, examplesFor } from './examples.ts'
import { guide } from './guide.ts'
import { componentName, componentSchemas, type convertOnce, schemaOrRef } from './schemas.ts'
import { securitySchemes, toSecurity } from './security.ts'
import { shareFields, shareParameters, shareResponses } from './sharing.ts'
import { TOKEN_PATH, tokenOperation } from './token-operation.ts'
import type { DocumentedOperation, JsonSchema, OpenApiDocument, Parameter, ResponseObject } from './types.ts'

interface DocumentOptions {
  publicUrl: string
  /** The dates in the examples are after this day. */
  day: Date
  /** Default: the document of every operation. */
  audience?: Audience
  /** For several documents: see `convertOnce`. */
  convert?: ReturnType<typeof convertOnce>
}

export function buildDocument(
  table: readonly Operation[],
  { publicUrl, day, audience, convert }: DocumentOptions,
): OpenApiDocument {
  const routes = table.filter((route) => !route.hidden && isShownTo(audience, route))
  const examples = examplesFor(day, publicUrl)
  const hasEvents = isShownTo(audience, { tag: 'Events' })
  const answers = [...routes.flatMap(answerSchemas), ...(hasEvents ? eventObjectSchemas() : [])]
  const schemas = {
    ...componentSchemas(routes.flatMap(bodySchemas), answers, convert),
    ...(hasEvents && unionOfEvents()),
    ListMeta: listMeta,
    ...errorSchemas,
  }
  const servers = [{ url: publicUrl }]
  const paths: Record<string, Record<string, Built>> = {}
  for (const route of routes) {
    const built = operation(route, { schemas, examples, audience })
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: built }
  }
  if (isShownTo(audience, { tag: 'API keys' })) paths[TOKEN_PATH] = { post: tokenOperation(tokenErrors) }
  const { responses, paths: withSharedResponses } = shareResponses(paths)
  const shared = shareParameters(withSharedResponses, parameters)
  const webhooks: OpenApiDocument['webhooks'] = hasEvents ? { event: { post: eventOperation } } : {}
  const shownTags = tags.filter(({ name }) => isShownTo(audience, { tag: name }))
  const operations = { paths: shared.paths, responses, webhooks }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waybill',
      version: 'v1',
      description:
        audience === undefined || audience === 'merchants'
          ? guide({ paths, servers }, examples)
          : introductions[audience],
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers,
    tags: shownTags,
    ...(audience === 'merchants' && { 'x-tagGroups': tagGroups }),
    paths: shared.paths,
    webhooks,
    components: {
      // Only the largest document: the SDK's types, and all documents read together, keep one meaning for each name.
      schemas: audience === 'merchants' ? shareFields(schemas) : schemas,
      responses,
      examples: usedExamples({ ...bodyExamples(examples), ...errorExamples(publicUrl) }, operations),
      ...usedComponents(
        { parameters: shared.parameters, headers, securitySchemes: securitySchemes(publicUrl) },
        operations,
      ),
    },
  }
}

const tokenErrors = errorResponses([
  'not_acceptable',
  'payload_too_large',
  'rate_limited',
  'internal_error',
  'service_unavailable',
  'upstream_timeout',
])

const bodySchemas = ({ body }: Operation): z.ZodType[] => (body?.kind === 'json' ? [...body.variants] : [])
const answerSchemas = ({ success }: Operation): z.ZodType[] => success.flatMap(({ schema }) => (schema ? [schema] : []))

type Built = Omit<DocumentedOperation, 'responses'> & { responses: Record<string, ResponseObject> }

interface Context {
  schemas: Record<string, JsonSchema>
  examples: Examples
  audience: Audience | undefined
}

function operation(route: Operation, { schemas, examples, audience }: Context): Built {
  const { operationId, tag, summary, description, access } = route
  const fields = bodySchemas(route).flatMap((schema) =>
    Object.keys(schemas[componentName(schema) ?? '']?.properties ?? {}),
  )
  return {
    operationId,
    tags: [tag],
    summary,
    description: [description, describeScope(access, audience)].filter(Boolean).join(' ') || undefined,
    security: toSecurity(access, audience),
    parameters: operationParameters(route),
    requestBody: requestBody(route, examples),
    responses: {
      ...Object.fromEntries(route.success.map((one) => [String(one.status), successResponse(route, one, examples)])),
      ...(isRevalidated(route) && { 304: notModified }),
      ...errorResponses(reachableErrors(route, new Set(fields), audience !== 'merchants')),
    },
  }
}

/** Whether the route answers If-None-Match. */
const isRevalidated = (route: Operation): boolean => route.method === 'GET' && hasEntityTag(route, 200)

function describeScope(access: Access, audience: Audience | undefined): string | null {
  if (!('scope' in access) || access.scope === null) return null
  const part = 'part' in access && audience !== 'merchants' ? access.part : undefined
  return `Scope: \`${access.scope}\`${part ? `; in a session \`${part}\`` : ''}.`
}

const headerRef = (name: string) => ({ $ref: `#/components/headers/${name}` })

const notModified: ResponseObject = {
  description: 'The resource still has the ETag in If-None-Match. There is no body.',
  headers: { ETag: headerRef('ETag') },
}

function operationParameters(route: Operation): DocumentedOperation['parameters'] {
  const refs = [
    ...parameterNames(route.path),
    ...(isIdempotent(route) ? ['IdempotencyKey'] : []),
    ...(isRevalidated(route) ? ['IfNoneMatch'] : []),
    ...(route.conditional ? ['IfMatch'] : []),
    ...(route.resumable ? ['LastEventId'] : []),
  ].map((name) => ({ $ref: `#/components/parameters/${name}` }))
  return [...refs, ...queryParameters(route.query)]
}

function queryParameters(query: z.ZodObject | undefined): Parameter[] {
  if (!query) return []
  const { properties = {} } = schemaOrRef(query, 'input')
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    description,
    schema,
    ...(schema.type === 'object' && { style: 'deepObject', explode: true }),
    ...(schema.type === 'array' && { style: 'form', explode: false }),
  }))
}

function requestBody({ body, operationId }: Operation, examples: Examples): DocumentedOperation['requestBody'] {
  if (body?.kind === 'raw') {
    return { required: false, content: { '*/*': { schema: {} } } }
  }
  if (body?.kind !== 'json') return undefined
  const [first = {}, ...others] = body.variants.map((schema) => schemaOrRef(schema, 'input'))
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] }
  return {
    required: !body.optional,
    content: { 'application/json': { schema, ...(operationId in examples.requests && exampleRef(operationId)) } },
  }
}

function successResponse(route: Operation, success: Operation['success'][number], examples: Examples): ResponseObject {
  const answerHeaders = {
    ...(isIdempotent(route) && { 'Idempotency-Replayed': headerRef('IdempotencyReplayed') }),
    ...(hasEntityTag(route, success.status) && { ETag: headerRef('ETag') }),
    ...(success.list && { Link: headerRef('Link') }),
    ...(success.location !== undefined && { Location: headerRef('Location') }),
    ...(success.retryAfterSeconds !== undefined && { 'Retry-After': headerRef('RetryAfter') }),
  }
  const headers = Object.keys(answerHeaders).length > 0 ? { headers: answerHeaders } : {}
  const { status, schema, list, contentType = 'application/json', otherContentTypes = [], description } = success
  if (status === 204) return { description, ...headers }
  if (!schema) {
    const isText = contentType.startsWith('text/')
    const media = { schema: { type: 'string', ...(!isText && { contentEncoding: 'binary' }) } }
    const content = Object.fromEntries([contentType, ...otherContentTypes].map((type) => [type, media]))
    return { description, ...headers, content }
  }
  const one = schemaOrRef(schema, 'output')
  const name = componentName(schema) ?? ''
  return {
    description,
    ...headers,
    content: {
      'application/json': {
        schema: list ? listSchema(one) : envelopeSchema(one),
        ...(!list && name !== 'Event' && name in examples.responses && exampleRef(name)),
      },
    },
  }
}

/** The event in the examples as a receiver gets it, outside of a response. */
const RECEIVED_EVENT = 'receiveEvent'

const exampleRef = (name: string) => ({ examples: { [name]: { $ref: `#/components/examples/${name}` } } })

type NamedExamples = Record<string, { summary?: string; value: unknown }>

/** Examples of requests and of whole responses. */
function bodyExamples({ requests, responses }: Examples): NamedExamples {
  const all: Record<string, unknown> = { ...requests, [RECEIVED_EVENT]: responses.Event }
  for (const [name, data] of Object.entries(responses)) all[name] = { success: true, data }
  return Object.fromEntries(Object.entries(all).map(([name, value]) => [name, { value }]))
}

/** The examples that `referring` refers to. */
function usedExamples(examples: NamedExamples, referring: unknown): NamedExamples {
  const text = JSON.stringify(referring)
  return Object.fromEntries(
    Object.entries(examples).filter(([name]) => text.includes(`"#/components/examples/${name}"`)),
  )
}

const envelopeSchema = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success', 'data'],
  properties: { success: { const: true }, data },
})

const listSchema = (item: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['success', 'data', 'meta'],
  properties: {
    success: { const: true },
    data: { type: 'array', items: item },
    meta: { $ref: '#/components/schemas/ListMeta' },
  },
})

/** The webhook of the document. */
const eventOperation: DocumentedOperation = {
  operationId: 'receiveEvent',
  tags: ['Webhooks'],
  summary: 'Receive an event, signed as specified by Standard Webhooks',
  security: [],
  parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: schemaOrRef(publicEventSchema, 'output'), ...exampleRef(RECEIVED_EVENT) },
    },
  },
  responses: { '2XX': { description: 'The event is received. Any other response is retried.' } },
}
