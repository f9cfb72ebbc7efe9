/**
 * Callers without a credential send the worst that each route takes from them. Shows what it costs the services, and what the
 * caller's address pays for it: at most 5 ms of CPU for a token of the rate limit.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { newId } from '@waybill/contracts/ids'
import { longStringBodies } from '@waybill/contracts/testing/long-strings'
import { wrongBodies } from '@waybill/contracts/testing/wrong-bodies'
import { getTokens } from '@waybill/edge/limits/rate-limit'
import { getBodyLimit } from '@waybill/edge/routing/route'
import { aShipmentDocument } from '@waybill/testing/builders'
import pg from 'pg'
import { Pool } from 'undici'
import { routeTable } from '../../../apps/gateway/src/routes/table.ts'
import { cpuPerRequest } from '../cpu.ts'
import { post } from '../post.ts'
import type { Bench } from '../scenarios.ts'

const MOST_MS_PER_TOKEN = 5
/** The slowest bodies of a route, of which the CPU is measured: so many requests of each, and the least of some rounds. */
const [SLOWEST, COUNTED, ROUNDS] = [3, 25, 3]
const SERVICES = ['gateway', 'shipment', 'quoting', 'booking', 'webhook']
/** Node's limit for all headers together is 16 KiB. */
const LONG = 'x'.repeat(14_000)

interface Call {
  route: string
  kind: string
  method: 'GET' | 'POST'
  path: string
  /** A function: another one for each request. */
  body?: string | (() => string)
  headers?: Record<string, string>
  tokens: (status: number) => number
}

/** One of 16 million addresses: each has its own bucket. */
const anAddress = (): string => `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`

async function send(pool: Pool, { method, path, body, headers }: Call): Promise<number> {
  const answer = await pool.request({
    method,
    path,
    body: typeof body === 'function' ? body() : (body ?? null),
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers, 'x-forwarded-for': anAddress() },
  })
  await answer.body.dump()
  return answer.statusCode
}

/** Tokens that the gateway takes for a body, and again if it is invalid, as `rate-limit.int.test.ts` has it. */
const bodyTokens =
  (bytes: number, own = 0) =>
  (status: number): number =>
    own + getTokens(bytes) * (status === 422 ? 2 : 1)

/** Tokens of a route beside those of the body. */
function ownTokens(path: string, method: 'GET' | 'POST' = 'POST'): number {
  const access = routeTable.find((route) => route.path === path && route.method === method)?.access
  return access?.kind === 'anyone' ? (access.tokens ?? 0) : 0
}

/** The largest bodies of every route that takes one from anybody. */
function bodyCalls(accountIds: readonly string[]): Call[] {
  return routeTable.flatMap((route) => {
    const { method, path, access, body } = route
    if (!body || method !== 'POST' || (access.kind !== 'anyone' && access.kind !== 'carrier')) return []
    const limit = getBodyLimit(route)
    const strings = body.kind === 'json' ? body.variants.flatMap((schema) => [...longStringBodies(schema, limit)]) : []
    const texts = [
      ...Object.entries(wrongBodies(limit)),
      ...strings.map((text): [string, string] => [`a long ${text.slice(0, 24)}…`, text]),
      ['not JSON', `{"a":${'['.repeat(limit - 6)}`],
      ['form', `grant_type=client_credentials&${'&'.repeat(limit - 30)}`],
    ] as [string, string][]
    const headers = path === '/oauth/token' ? { 'content-type': 'application/x-www-form-urlencoded' } : undefined
    const paths = access.kind === 'carrier' ? accountIds.map((id) => path.replace('{carrier_account_id}', id)) : [path]
    return paths.flatMap((one) =>
      texts.map(([kind, text]) => {
        const tokens = bodyTokens(Buffer.byteLength(text), ownTokens(path))
        return { route: one, kind, method, path: one, body: text, headers, tokens }
      }),
    )
  })
}

/** Calls whose work is not that of a body: hashes, signatures, pages, endless headers. */
async function otherCalls({ sandbox }: Bench): Promise<Call[]> {
  const { tracking_url } = await post(sandbox, '/api/v1/shipments', aShipmentDocument())
  const get = (route: string, kind: string, path = route, headers?: Record<string, string>): Call => ({
    route,
    kind,
    method: 'GET',
    path,
    headers,
    tokens: bodyTokens(0, ownTokens(route, 'GET')),
  })
  const hashes = (path: string, kind: string, document: () => object): Call => ({
    route: path,
    kind,
    method: 'POST',
    path,
    body: () => JSON.stringify({ ...document(), password: 'four unrelated words here' }),
    tokens: bodyTokens(0, ownTokens(path)),
  })
  const drops = (path: string, bytes: number): Call => ({
    route: path,
    kind: 'a body that is dropped',
    method: 'POST',
    path,
    body: JSON.stringify({ a: 'x'.repeat(bytes) }),
    tokens: () => Math.ceil(bytes / 2 ** 20),
  })
  const aName = (bytes: number) => randomBytes(bytes).toString('base64url')
  const aLink = () => ({ token: aName(32), name: 'A' })
  const jwt = [{ alg: 'ES256', typ: 'at+jwt', kid: 'x' }, { sub: LONG.slice(0, 2_000) }].map(toPart).join('.')
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
  const shipments = '/api/v1/shipments'
  const many = Array.from({ length: 1_000 }, (_, number): [string, string] => [`a${number}`, 'b'])
  return [
    hashes('/api/v1/session', 'a wrong password', () => ({ email: `${aName(9)}@example.com` })),
    hashes('/api/v1/session/invitation', 'an unknown link', aLink),
    hashes('/api/v1/session/password-reset', 'an unknown link', () => ({ token: aName(32) })),
    get('/t/{tracking_token}', 'its page', new URL(tracking_url).pathname),
    get('/t/{tracking_token}', 'unknown', `/t/${LONG}`),
    get(
      'a label',
      'a forged signature',
      `/api/v1/bookings/${newId('bkg')}/label?expires=9999999999&signature=${aName(32)}`,
    ),
    get('an unknown path', 'long', `/api/v1/${LONG}`),
    get('an unknown path', 'many steps', `/api/v1/${'a/'.repeat(7_000)}`),
    get('an unknown path', 'nearly known', '/api/v1/shipmets/abc/labels-of/bookinks'),
    get('/console', 'endless cookies', '/console', { cookie: 'a=b; '.repeat(2_500) }),
    get('/', 'endless Accept', '/', { accept: 'a/b,'.repeat(3_000) }),
    get('/docs', 'endless Accept-Encoding', '/docs', { 'accept-encoding': 'a,'.repeat(6_000) }),
    get('/livez', 'endless Accept', '/livez', { accept: 'a/b,'.repeat(3_000) }),
    get('/livez', 'many headers', '/livez', Object.fromEntries(many)),
    get('/console/assets', 'no such file', '/console/assets/none.js', { accept: '*/*' }),
    get('/console/assets', 'endless Accept-Encoding', '/console/assets/none.js', {
      'accept-encoding': 'a,'.repeat(6_000),
    }),
    get('/console/assets', 'not acceptable', '/console/assets/none.js', { accept: 'a/b,'.repeat(900) }),
    get('/openapi.json', 'nothing'),
    get(shipments, 'endless query', `${shipments}?${'a=1&'.repeat(3_000)}`),
    get(shipments, 'an endless token', shipments, bearer(LONG)),
    get(shipments, 'a forged JWT', shipments, bearer(`${jwt}.${'A'.repeat(86)}`)),
    get(shipments, 'an unknown key', shipments, bearer(`wb_test_${'A'.repeat(43)}`)),
    get(shipments, 'endless cookies', shipments, { cookie: 'a=b; '.repeat(2_500) }),
    get('/api/v1/driver/jobs', 'an unknown token', '/api/v1/driver/jobs', bearer(`wbd_${'A'.repeat(43)}`)),
    drops(shipments, 380_000),
    drops('/nowhere', 8_380_000),
  ]
}

const toPart = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

async function cpuMs(bench: Bench, pool: Pool, call: Call): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const costsUs = await cpuPerRequest(bench.namespace, async () => {
      for (let count = 0; count < COUNTED; count++) await send(pool, call)
      return { requests: COUNTED }
    })
    least = Math.min(least, SERVICES.reduce((sum, name) => sum + (costsUs[name] ?? 0), 0) / 1_000)
  }
  return least
}

/** Those that took longest when sent twice, by route. */
async function slowest(pool: Pool, calls: readonly Call[]): Promise<Call[]> {
  const found = new Map<string, { call: Call; ms: number }[]>()
  for (const call of calls) {
    await send(pool, call)
    const begunAt = performance.now()
    await send(pool, call)
    const ofRoute = found.get(call.route) ?? []
    found.set(call.route, [...ofRoute, { call, ms: performance.now() - begunAt }])
  }
  return [...found.values()].flatMap((ofRoute) =>
    ofRoute
      .sort((one, other) => other.ms - one.ms)
      .slice(0, SLOWEST)
      .map(({ call }) => call),
  )
}

export async function anonymousCalls(bench: Bench): Promise<void> {
  const pool = new Pool(bench.sandbox.base_url, { connections: 1 })
  try {
    const accountIds = ['cac_unknown', ...(await listAccountIds(bench))]
    const calls = [...(await slowest(pool, bodyCalls(accountIds))), ...(await otherCalls(bench))]
    const rows = []
    for (const call of calls) {
      const status = await send(pool, call)
      const [tokens, ms] = [call.tokens(status), await cpuMs(bench, pool, call)]
      const perToken = ms / tokens
      rows.push({
        route: call.route,
        sent: call.kind.replaceAll('\n', ' '),
        status,
        'CPU ms': round(ms),
        tokens,
        'ms per token': round(perToken),
        met: perToken <= MOST_MS_PER_TOKEN,
      })
    }
    console.log(`CPU of callers without a credential: at most ${MOST_MS_PER_TOKEN} ms for a token`)
    console.table(rows)
  } finally {
    await pool.close()
  }
}

/** Carrier accounts that verify signatures: the booking service knows them once it has booked with them. */
async function listAccountIds({ databaseUrl, sandbox }: Bench): Promise<string[]> {
  const { shipment_id } = await post(sandbox, '/api/v1/shipments', aShipmentDocument())
  const { options } = await post(sandbox, '/api/v1/quotes', { shipment_id })
  await post(sandbox, `/api/v1/shipments/${shipment_id}/book`, { quote_option_id: options[0].quote_option_id })
  const db = new pg.Client({ connectionString: databaseUrl })
  await db.connect()
  const { rows } = await db.query('select carrier_account_id from booking.carrier_account order by 1 limit 4')
  await db.end()
  return rows.map(({ carrier_account_id }) => carrier_account_id)
}

const round = (value: number): number => Math.round(value * 10) / 10
