/** The TypeScript types of the API that the SDK ships, made from the OpenAPI document. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buildDocument } from '@waybill/api-docs/openapi/document'
import { routeTable } from '@waybill/gateway/routes/table'
import openapiTypescript, { astToString, stringToAST } from 'openapi-typescript'
import type ts from 'typescript'

const root = join(import.meta.dirname, '../..')
const path = 'packages/sdk/src/gen/openapi.ts'

/** The types that openapi-typescript makes of a document. */
export async function openapiTypes(document: object): Promise<string> {
  return astToString(await openapiTypescript(JSON.stringify(document)))
}

/** A string that keeps the literals beside it in a union, so that editors suggest them. */
const ANY_STRING = stringToAST('type Open = string & {}')

async function generate(): Promise<string> {
  // Neither the address nor the day may change the file.
  const document = buildDocument(routeTable, { publicUrl: 'https://waybill.example.com', day: new Date(0) })
  const nodes = await openapiTypescript(JSON.stringify(markOpenEnums(essence(document))), {
    transform: (schema) => ((schema as { 'x-open'?: true })['x-open'] ? openString() : undefined),
  })
  return `// Made by \`npm run gen\` from the OpenAPI document.\n${astToString(nodes)}`
}

interface Operation {
  operationId?: string
  parameters?: Parameter[]
  requestBody?: object
  responses?: Record<string, Answer>
}
type Parameter = { in?: string }
type Answer = { content?: object }

/** The document with only query, body and data of its operations: the methods of the SDK have texts themselves. */
function essence(document: object): object {
  const { components, paths, openapi, info } = document as {
    components: { schemas: object }
    paths: Record<string, Record<string, Operation>>
    openapi: string
    info: object
  }
  const kept = Object.entries(paths).map(([path, operations]) => [
    path,
    mapValues(operations, (operation) => essentialOperation(operation, document)),
  ])
  return { openapi, info, paths: Object.fromEntries(kept), components: { schemas: components.schemas } }
}

function essentialOperation(
  { operationId, parameters = [], requestBody, responses = {} }: Operation,
  document: object,
): Operation {
  const successes = Object.entries(responses).filter(([status]) => status.startsWith('2'))
  return {
    operationId,
    parameters: parameters
      .map((parameter) => resolved(parameter, document))
      .filter((parameter) => parameter.in === 'query'),
    ...(requestBody && { requestBody: withoutExamples(requestBody) }),
    responses: Object.fromEntries(
      successes.slice(0, 1).map(([status, response]) => {
        const { content } = resolved(response, document)
        return [status, withoutExamples({ content })]
      }),
    ),
  }
}

/** Target of a reference; another object as it is. */
function resolved<T extends object>(node: T | { $ref: string }, document: object): T {
  if (!('$ref' in node)) return node
  const steps = node.$ref.slice(2).split('/')
  return steps.reduce<unknown>((at, step) => (at as Record<string, unknown>)[step], document) as T
}

/** References to examples would lead nowhere. */
const withoutExamples = <T extends object>(node: T): T =>
  JSON.parse(JSON.stringify(node, (key, value) => (key === 'examples' ? undefined : value)))

const mapValues = <T, R>(record: Record<string, T>, map: (value: T) => R): Record<string, R> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))

function openString(): ts.TypeNode {
  const [alias] = ANY_STRING as unknown as ts.TypeAliasDeclaration[]
  if (alias === undefined) throw new Error('the type of open strings was not parsed')
  return alias.type
}

/** Marks the `string` of every `anyOf: [{enum}, {type: string}]`: unknown values are allowed there. */
function markOpenEnums(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(markOpenEnums)
  if (typeof node !== 'object' || node === null) return node
  const entries = Object.entries(node).map(([key, value]) => {
    if (key !== 'anyOf' || !isOpenEnum(value)) return [key, markOpenEnums(value)]
    return [key, value.map((one) => ('enum' in one ? one : { ...one, 'x-open': true }))]
  })
  return Object.fromEntries(entries)
}

const isOpenEnum = (schemas: unknown): schemas is object[] =>
  Array.isArray(schemas) &&
  schemas.some((one) => 'enum' in one) &&
  schemas.some((one) => one.type === 'string' && Object.keys(one).length === 1)

const VALUES_PATH = 'packages/sdk/src/gen/values.ts'

/** The known values of the enums that have a name, as arrays: `shipmentStatuses`. */
function generateValues(): string {
  const { components } = buildDocument(routeTable, { publicUrl: 'https://waybill.example.com', day: new Date(0) })
  const arrays = Object.entries(components.schemas).flatMap(([name, { anyOf = [] }]) => {
    const values = anyOf.find((one) => one.enum !== undefined)?.enum
    const constant = `${name.charAt(0).toLowerCase()}${name.slice(1)}`.replace(/(s?)$/, (_, last) => (last === '' ? 's' : 'ses'))
    return values === undefined
      ? []
      : [`export const ${constant} = [\n${values.map((one) => `  '${one}',\n`).join('')}] as const\n`]
  })
  return `/** Made by \`npm run gen\`: the values that are known now. Later versions may add some. */\n${arrays.join('\n')}`
}

export async function writeSdkTypes(): Promise<void> {
  writeFileSync(join(root, path), await generate())
  writeFileSync(join(root, VALUES_PATH), generateValues())
}

/** The paths of the files that differ from what would be generated now. */
export async function checkSdkTypes(): Promise<string[]> {
  const made = { [path]: await generate(), [VALUES_PATH]: generateValues() }
  return Object.entries(made).flatMap(([file, text]) => (readFileSync(join(root, file), 'utf8') === text ? [] : [file]))
}
