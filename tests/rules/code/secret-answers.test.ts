/** Writes whose answer holds a secret: a repeat with the same Idempotency-Key gets it from the same caller only. */
import type { Route } from '@waybill/edge/routing/route'
import { expect, test } from 'vitest'
import { adminRouteTable } from '../../../apps/gateway/src/admin/table.ts'
import { routeTable } from '../../../apps/gateway/src/routes/table.ts'

/** Names of a secret, or of something that opens without another one. */
const SECRET = /token|secret|password|credential|challenge|options|recovery_code|signature|otp|link|(^|_)(ur[li]|key)$/

/** Operator's writes, whose answers have no schema, and the binary ones: those with a secret. */
const withoutSchema = ['createKey', 'openDemo', 'createOwner', 'createSignInLink']
/** Those without one. Add a new route to one of the two lists. */
const harmless = [
  'createMerchant',
  'createEnvironment',
  'resetSecondFactor',
  'eraseMember',
  ...['suspendMerchant', 'resumeMerchant', 'suspendEnvironment', 'resumeEnvironment', 'suspendKey', 'resumeKey'],
  ...['findToErase', 'eraseShipment', 'replayParked', 'discardParked', 'replayOutbox', 'resolveDoubtfulBooking'],
]

type Listed = Pick<Route<never>, 'operationId' | 'method' | 'path' | 'access' | 'success' | 'secretInAnswer'>
const table: readonly Listed[] = [...routeTable, ...adminRouteTable]
const isWrite = ({ method }: Listed) => method === 'POST' || method === 'PATCH'
/** Calls without a credential have no Idempotency-Key (`read-call.ts`), so nothing is stored for them. */
const repeatable = table.filter((route) => isWrite(route) && route.access.kind !== 'anyone')

/** The fields of an answer, each with the schema that it is in. */
function findFields({ success }: Listed): string[] {
  const fields: string[] = []
  const walk = (schema: object, name: string) => {
    for (const [keyword, inner] of Object.entries(schema)) {
      if (typeof inner !== 'object' || inner === null) continue
      if (keyword !== 'properties' && keyword !== '$defs') walk(inner, name)
      else
        for (const [key, one] of Object.entries(inner)) {
          const path = keyword === '$defs' ? key : `${name}.${key}`
          fields.push(path)
          walk(one as object, path)
        }
    }
  }
  for (const { schema } of success) if (schema) walk(schema.toJSONSchema({ io: 'output', unrepresentable: 'any' }), '')
  return fields
}

const lastName = (field: string) => field.replace(/^.*\./, '')
const reads = table.filter(({ method }) => method === 'GET')
/** A field that a GET answers in the same object, or at the same path, is no secret of a write. */
const shownAgain = new Set(reads.flatMap(findFields))
const shownAt = (path: string) =>
  new Set(
    reads
      .filter((read) => read.path === path)
      .flatMap(findFields)
      .map(lastName),
  )
const findSecrets = (route: Listed): string[] =>
  findFields(route).filter((field) => {
    const name = lastName(field)
    return SECRET.test(name) && !shownAgain.has(field) && !shownAt(route.path).has(name)
  })

test('an answer with a secret is declared, and no other', () => {
  const found = repeatable.filter((route) => findSecrets(route).length > 0 || withoutSchema.includes(route.operationId))
  const declared = repeatable.filter(({ secretInAnswer }) => secretInAnswer)
  expect(declared.map(({ operationId }) => operationId)).toEqual(found.map(({ operationId }) => operationId))
  expect(found.length).toBeGreaterThan(15)
})

test('every answer without a schema is decided upon', () => {
  const undescribed = repeatable.filter(({ access, success }) =>
    success.some(({ status, schema }) => (!schema && status !== 204) || access.kind === 'operator'),
  )
  expect(undescribed.map(({ operationId }) => operationId).sort()).toEqual([...withoutSchema, ...harmless].sort())
})
