/** The parts of OpenAPI 3.1 that the document uses. */

export interface JsonSchema {
  $ref?: string
  type?: string | string[]
  description?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  additionalProperties?: boolean | JsonSchema
  [keyword: string]: unknown
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: JsonSchema
  style?: string
  explode?: boolean
}

export interface MediaType {
  schema: JsonSchema
  examples?: Record<string, { $ref: string }>
}

export interface ResponseObject {
  description: string
  headers?: Record<string, { $ref: string }>
  content?: Record<string, MediaType>
  /** The codes of an error response. */
  'x-error-codes'?: string[]
}

export interface DocumentedOperation {
  operationId: string
  tags: string[]
  summary: string
  description?: string
  security?: Record<string, string[]>[]
  parameters: (Parameter | { $ref: string })[]
  requestBody?: { required: boolean; description?: string; content: Record<string, MediaType> }
  responses: Record<string, ResponseObject | { $ref: string }>
}

export interface OpenApiDocument {
  openapi: '3.1.0'
  info: { title: string; version: string; description: string; license: { name: string; identifier: string } }
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  'x-tagGroups'?: { name: string; tags: string[] }[]
  paths: Record<string, Record<string, DocumentedOperation>>
  webhooks: Record<string, Record<string, DocumentedOperation>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, ResponseObject>
    parameters: Record<string, Parameter>
    headers: Record<string, { description: string; schema: JsonSchema }>
    examples: Record<string, { summary?: string; value: unknown }>
    securitySchemes: Record<
      string,
      { type: 'http' | 'oauth2' | 'apiKey'; description: string; [detail: string]: unknown }
    >
  }
}
