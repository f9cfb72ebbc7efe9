/** Checks docker-compose.yml with its defaults against the code. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { variables as booking } from '@waybill/booking/config'
import { variables as gateway } from '@waybill/gateway/config'
import { variables as quoting } from '@waybill/quoting/config'
import { variables as shipment } from '@waybill/shipment/config'
import { variables as simulator } from '@waybill/simulator/config'
import { variables as webhook } from '@waybill/webhook/config'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const SERVICES = { gateway, shipment, quoting, booking, webhook, simulator }
/** Variables of the command line, which runs in the gateway's container. */
const OF_THE_CLI = ['WAYBILL_ADMIN_URL']

interface Service {
  environment?: Record<string, string | number | null>
  ports?: string[]
  mem_limit?: string
  image?: string
  depends_on?: object
  restart?: string
  env_file?: object[]
  logging?: { options?: Record<string, string> }
}

/** The file as compose reads it with these variables: `${A:-b}`, `${A:+b}`, innermost first. */
function composeFile(given: Record<string, string> = {}): Record<string, Service> {
  let text = readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8')
  for (let before = ''; before !== text; ) {
    before = text
    text = text.replace(/\$\{(\w+)(?::([-+])([^${}]*))?\}/g, (_, name: string, operator?: string, other = '') => {
      const value = given[name] ?? ''
      if (operator === '-') return value || other
      return operator === '+' ? value && other : value
    })
  }
  return parse(text, { merge: true }).services
}

const getEnvironment = (name: string, given?: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(composeFile(given)[name]?.environment ?? {}).map(([variable, value]) => [
      variable,
      String(value ?? ''),
    ]),
  )

const EXPOSURES: Record<string, string>[] = [{ HOST: '0.0.0.0' }, { WAYBILL_PUBLIC_URL: 'https://waybill.example.com' }]

/** Variables that the image sets. */
const imageEnv = { HOST: '0.0.0.0' }

test.each(Object.entries(SERVICES))(
  'the defaults of %s are complete, known and valid on loopback',
  (name, variables) => {
    const env = getEnvironment(name)
    const known = new Set([...variables.describe().flatMap(({ variable }) => variable.split(' or ')), ...OF_THE_CLI])
    expect(Object.keys(env).filter((variable) => !known.has(variable))).toEqual([])
    expect(() => variables.read({ ...imageEnv, ...env })).not.toThrow()
  },
)

test.each(Object.entries(SERVICES))('%s refuses every public default beyond loopback', (name, variables) => {
  const secrets = variables
    .describe()
    .filter(({ type }) => type === 'secret' || type === 'credential')
    .map(({ variable }) => variable.split(' or ')[0] ?? '')
  for (const given of EXPOSURES) {
    const env = getEnvironment(name, given)
    // Redis has no password: it is reachable in the compose network only.
    const set = secrets.filter((secret) => env[secret] && secret !== 'REDIS_URL')
    expect(set).toEqual(expect.arrayContaining(['DATABASE_URL']))
    const read = () => variables.read({ ...imageEnv, ...env })
    for (const secret of set) expect(read).toThrow(`${secret} holds a public development secret`)
  }
})

test.each(Object.keys(SERVICES))(
  'the schema of %s is migrated by its owner, whose password the service lacks',
  (name) => {
    const password = `development-${name}-owner-password`
    const holders = Object.keys(composeFile()).filter((one) => JSON.stringify(getEnvironment(one)).includes(password))
    expect(holders).toEqual(['provision', `migrate-${name}`])
    const migration = composeFile()[`migrate-${name}`]
    expect(migration).toMatchObject({ image: composeFile()[name]?.image, command: ['waybill', 'admin', 'migrate'] })
    expect(composeFile()[name]?.depends_on).toHaveProperty(`migrate-${name}`)
    expect(getEnvironment(name).MIGRATE_ON_START).toBe('false')
  },
)

test('a container that ends restarts five times, so that `up` reports a failure that stays', () => {
  const ending = Object.entries(composeFile()).filter(([name]) => name === 'provision' || name.startsWith('migrate-'))
  expect(ending).toHaveLength(7)
  for (const [name, { restart }] of ending) expect(restart, name).toBe('on-failure:5')
})

/** Variables that compose sets: how the containers find one another, and where they keep data. */
const WIRING = [
  ...['DATABASE_URL', 'DATABASE_SCHEMA', 'RABBITMQ_URL', 'REDIS_URL', 'WAYBILL_NAMESPACE', 'MIGRATE_ON_START'],
  ...['PORT', 'GRPC_PORT', 'ADMIN_HOST', 'ADMIN_PORT', 'SHIPMENT_URL', 'QUOTING_URL', 'BOOKING_URL', 'WEBHOOK_URL'],
  ...['SIMULATOR_URL', 'CALLBACK_BASE_URL', 'OBJECT_STORE_DIR', 'PUBLISHED_HOST'],
]

test('every documented variable reaches its container, from .env if compose names it, otherwise from waybill.env', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docker-compose.yml'), 'utf8')
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/configuration.md'), 'utf8')
  for (const [name, variables] of Object.entries(SERVICES)) {
    const service = composeFile()[name]
    expect(service?.env_file, name).toContainEqual({ path: 'waybill.env', required: false })
    const documented = variables.describe().map(({ variable }) => variable.split(' or ')[0] ?? '')
    expect(documented.filter((variable) => !guide.includes(variable))).toEqual([])
    const set = documented.filter((variable) => variable in (service?.environment ?? {}) && !WIRING.includes(variable))
    // Given in .env, it is passed on: never a value that silently wins over waybill.env.
    for (const variable of set)
      expect(text, `${variable} of ${name}`).toMatch(new RegExp(`${variable}:.*\\$\\{\\w*${variable}[:}]`))
  }
})

test('webhooks go to public addresses over https', () => {
  const { WEBHOOK_ALLOWED_CIDRS, WEBHOOK_ALLOW_HTTP } = webhook.read(getEnvironment('webhook'))
  expect([WEBHOOK_ALLOWED_CIDRS, WEBHOOK_ALLOW_HTTP]).toEqual([[], false])
})

test('every container has limits of memory and logs, and is published on loopback only', () => {
  const services = Object.entries(composeFile())
  expect(services.length).toBeGreaterThan(10)
  for (const [name, { mem_limit, logging, ports = [] }] of services) {
    expect(mem_limit, name).toMatch(/^\d+[mg]$/)
    expect(logging?.options, name).toEqual({ 'max-size': '10m', 'max-file': '3' })
    for (const port of ports) expect(port, name).toMatch(/^127\.0\.0\.1:/)
  }
})
