/** Routes that anybody can call, without a credential: what they may cost for a token of the rate limit. */
import { boundInput } from '@waybill/contracts/requests/bounded-input'
import { parseBounded } from '@waybill/contracts/requests/validation'
import { longStringBodies } from '@waybill/contracts/testing/long-strings'
import { wrongBodies } from '@waybill/contracts/testing/wrong-bodies'
import { getBodyLimit, type Route } from '@waybill/edge/routing/route'
import { expect, test } from 'vitest'
import { adminRouteTable } from '../../../apps/gateway/src/admin/table.ts'
import { routeTable } from '../../../apps/gateway/src/routes/table.ts'

const LARGEST_KIB = 64
/** CPU of reading a body of a token's size, with room for a busy machine. The work after it is in `bench -- bodies`. */
const MOST_MS = 5

const table: readonly Pick<Route<never>, 'operationId' | 'method' | 'access' | 'body'>[] = [
  ...routeTable,
  ...adminRouteTable,
]
/** Bodies of other routes are read after the credential was found valid. */
const anonymous = table.filter(({ access }) => ['anyone', 'carrier', 'token_or_signature'].includes(access.kind))

test('a body from anybody is at most 64 KiB, and has 16 KiB for a token', () => {
  expect(anonymous.length).toBeGreaterThan(25)
  const tooLarge = anonymous.filter((route) => getBodyLimit(route) > LARGEST_KIB * 1024)
  expect(tooLarge.map(({ operationId }) => operationId)).toEqual([])
})

test('the calls that cost no token have no body', () => {
  const free = anonymous.filter(({ access }) => access.kind === 'anyone' && !access.limited)
  expect(free.map(({ method, body }) => [method, body])).toEqual(free.map(() => ['GET', undefined]))
})

test('who makes the server hash a password pays for it', () => {
  const dear = anonymous.filter(({ access }) => access.kind === 'anyone' && (access.tokens ?? 0) >= 10)
  expect(dear.map(({ operationId }) => operationId)).toEqual(['createSession', 'acceptInvitation', 'resetPassword'])
})

/** The least of some rounds, in ms: others use the machine, too. */
function measureCpu(work: () => void): number {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 20 && least > MOST_MS; round++) {
    const begun = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(begun)
    least = Math.min(least, (user + system) / 1_000)
  }
  return least
}

const withDocument = anonymous.flatMap((route) => {
  const { operationId, body } = route
  return body?.kind === 'json' ? [{ operationId, body, limitBytes: getBodyLimit(route) }] : []
})

test.each(withDocument)('$operationId reads the worst body within 5 ms for each 16 KiB', ({ body, limitBytes }) => {
  const texts = [
    ...Object.values(wrongBodies(limitBytes)),
    ...body.variants.flatMap((schema) => [...longStringBodies(schema, limitBytes)]),
  ]
  const slow = texts.flatMap((text) => {
    const read = () => {
      const value: unknown = JSON.parse(text)
      const schema = body.schemaFor(value)
      try {
        parseBounded(schema, boundInput(schema, value))
      } catch {
        // The error does not matter here.
      }
    }
    const ms = measureCpu(read)
    return ms > (MOST_MS * limitBytes) / 16_384 ? [`${Math.round(ms)} ms: ${text.slice(0, 80)}`] : []
  })
  expect(slow).toEqual([])
})
