/** The OpenAPI document, from the route table, the validating schemas and the error catalogue. */
import { publicEventSchema } from '@waybill/contracts/events/public-event'
import type { z } from 'zod'
import { parameterNames } from '../http/paths.ts'
import type { Services } from '../routes/services.ts'
import type { Access, Route } from '../routing/route.ts'
import { headers, listMeta, parameters, tags } from './components.ts'
import { errorExamples, errorResponses, errorSchemas, isIdempotent, reachableErrors } from './errors.ts'
import { type Examples, examplesFor } from './examples.ts'
import { guide } from './guide.ts'
import { componentName, componentSchemas, schemaOrRef } from './schemas.ts'
import type { JsonSchema, OpenApiDocument, Operation, Parameter, ResponseObject } from './types.ts'

type ApiRoute = Route<Services>

interface DocumentOptions {
  publicUrl: string
  /** The dates in the examples are after this day. */
  day: Date
}

export function buildDocument(table: readonly ApiRoute[], { publicUrl, day }: DocumentOptions): OpenApiDocument {
  const routes = table.filter(({ hidden }) => !hidden)
  const examples = examplesFor(day, publicUrl)
  const schemas = {
    ...componentSchemas(routes.flatMap(bodySchemas), [...routes.flatMap(answerSchemas), publicEventSchema]),
    ListMeta: listMeta,
    ...errorSchemas,
  }
  const servers = [{ url: publicUrl }]
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route, schemas, examples) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Waybill',
      version: 'v1',
      description: guide({ paths, servers }),
      license: { name: 'Apache 2.0', identifier: 'Apache-2.0' },
    },
    servers,
    tags,
    paths,
    webhooks: { event: { post: eventOperation(examples) } },
    components: {
      schemas,
      parameters,
      headers,
      examples: errorExamples,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of an API key: wb_test_… or wb_live_….' },
      },
    },
  }
}

const bodySchemas = ({ body }: ApiRoute): z.ZodType[] => (body?.kind === 'json' ? [...body.variants] : [])
const answerSchemas = ({ success }: ApiRoute): z.ZodType[] => success.flatMap(({ schema }) => (schema ? [schema] : []))

const security: Record<Access['kind'], Record<string, string[]>[]> = {
  token: [{ bearer: [] }],
  token_or_signature: [{ bearer: [] }, {}],
  anyone: [],
  operator: [],
}

function operation(route: ApiRoute, schemas: Record<string, JsonSchema>, examples: Examples): Operation {
  const { operationId, tag, summary, description, access } = route
  const fields = bodySchemas(route).flatMap((schema) =>
    Object.keys(schemas[componentName(schema) ?? '']?.properties ?? {}),
  )
  return {
    operationId,
    tags: [tag],
    summary,
    description:
      [description, 'scope' in access && `Scope: \`${access.scope}\`.`].filter(Boolean).join(' ') || undefined,
    security: security[access.kind],
    parameters: operationParameters(route),
    requestBody: requestBody(route, examples),
    responses: {
      ...Object.fromEntries(route.success.map((one) => [String(one.status), successResponse(route, one, examples)])),
      ...errorResponses(reachableErrors(route, new Set(fields))),
    },
  }
}

function operationParameters(route: ApiRoute): Operation['parameters'] {
  const refs = [
    ...parameterNames(route.path),
    ...(isIdempotent(route) ? ['IdempotencyKey'] : []),
    ...(route.conditional ? ['IfMatch'] : []),
    ...(route.resumable ? ['LastEventId'] : []),
    'RequestId',
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
  }))
}

function requestBody({ body, operationId }: ApiRoute, examples: Examples): Operation['requestBody'] {
  if (body?.kind === 'raw') {
    return { required: false, content: { '*/*': { schema: {} } } }
  }
  if (body?.kind !== 'json') return undefined
  const [first = {}, ...others] = body.variants.map((schema) => schemaOrRef(schema, 'input'))
  const schema = others.length === 0 ? first : { anyOf: [first, ...others] }
  return {
    required: !body.optional,
    content: { 'application/json': { schema, example: examples.requests[operationId] } },
  }
}

function successResponse(route: ApiRoute, success: ApiRoute['success'][number], examples: Examples): ResponseObject {
  const ref = (name: string) => ({ $ref: `#/components/headers/${name}` })
  const answerHeaders = {
    'X-Request-Id': ref('RequestId'),
    'RateLimit-Policy': ref('RateLimitPolicy'),
    RateLimit: ref('RateLimit'),
    ...(isIdempotent(route) && { 'Idempotency-Replayed': ref('IdempotencyReplayed') }),
    ...(success.schema && !success.list && route.access.kind === 'token' && { ETag: ref('ETag') }),
    ...(success.list && { Link: ref('Link') }),
  }
  const { status, schema, list, contentType = 'application/json', otherContentTypes = [], description } = success
  if (status === 204) return { description, headers: answerHeaders }
  if (!schema) {
    const isText = contentType.startsWith('text/')
    const media = { schema: { type: 'string', ...(!isText && { contentEncoding: 'binary' }) } }
    const content = Object.fromEntries([contentType, ...otherContentTypes].map((type) => [type, media]))
    return { description, headers: answerHeaders, content }
  }
  const one = schemaOrRef(schema, 'output')
  const example = examples.responses[componentName(schema) ?? '']
  return {
    description,
    headers: answerHeaders,
    content: {
      'application/json': {
        schema: list ? listSchema(one) : envelopeSchema(one),
        ...(example !== undefined && {
          example: list
            ? { success: true, data: [example], meta: { has_more: false, next_cursor: null, limit: 25 } }
            : { success: true, data: example },
        }),
      },
    },
  }
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
const eventOperation = (examples: Examples): Operation => ({
  operationId: 'receiveEvent',
  tags: ['Webhooks'],
  summary: 'Receive an event, signed as specified by Standard Webhooks',
  parameters: ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => ({
    name,
    in: 'header',
    required: true,
    schema: { type: 'string' },
  })),
  requestBody: {
    required: true,
    content: {
      'application/json': { schema: schemaOrRef(publicEventSchema, 'output'), example: examples.responses.Event },
    },
  },
  responses: { '2XX': { description: 'The event is received. Any other response is retried.' } },
})
