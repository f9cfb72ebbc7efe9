import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { openDatabase, pingDatabase } from '@waybill/chassis/postgres/database'
import { deprovision } from '@waybill/chassis/postgres/provision'
import { testNamespace, testPostgresUrl } from '@waybill/testing/services'
import { expect, onTestFinished, test } from 'vitest'
import { provisionBroker } from './provision-broker.ts'

const program = join(import.meta.dirname, 'provision.ts')
const servicesOfProduction = ['gateway', 'shipment', 'quoting', 'booking', 'webhook']

const PASSWORD = 'password-of-a-test-database'
const passwordVariables = servicesOfProduction.flatMap((service) =>
  ['DATABASE', 'OWNER'].map((role) => `${service.toUpperCase()}_${role}_PASSWORD`),
)
const passwords = Object.fromEntries(passwordVariables.map((variable) => [variable, PASSWORD]))

const run = (env: Record<string, string>) =>
  promisify(execFile)(process.execPath, [program], { env: { PATH: process.env.PATH, ...env } })

async function toFailure(env: Record<string, string>): Promise<{ code: number; stderr: string }> {
  try {
    await run(env)
  } catch (error) {
    return error as { code: number; stderr: string }
  }
  throw new Error('provisioning did not fail')
}

test('creates the roles of the services, and the simulator only if it has a password', async () => {
  const namespace = testNamespace()
  const adminUrl = testPostgresUrl()
  onTestFinished(() => deprovision({ adminUrl, namespace, services: [...servicesOfProduction, 'simulator'] }))
  const env = { ADMIN_DATABASE_URL: adminUrl, WAYBILL_NAMESPACE: namespace, ...passwords }
  const getRoles = ({ stdout }: { stdout: string }): string[] => JSON.parse(stdout).roles
  const roles = servicesOfProduction.flatMap((service) => [`${namespace}_${service}`, `${namespace}_${service}_owner`])
  expect(getRoles(await run(env))).toEqual(roles)
  const simulator = { SIMULATOR_DATABASE_PASSWORD: PASSWORD }
  expect(getRoles(await run({ ...env, ...simulator, SIMULATOR_OWNER_PASSWORD: PASSWORD }))).toEqual([
    ...roles,
    `${namespace}_simulator`,
    `${namespace}_simulator_owner`,
  ])
  expect((await toFailure({ ...env, ...simulator })).stderr).toContain('without SIMULATOR_OWNER_PASSWORD')
})

test('takes the passwords from the URLs of services and owners, and that of the administrator from a file', async () => {
  const [namespace, folder] = [testNamespace(), mkdtempSync(join(tmpdir(), 'provision-'))]
  const adminUrl = testPostgresUrl()
  onTestFinished(() => rmSync(folder, { recursive: true }))
  onTestFinished(() => deprovision({ adminUrl, namespace, services: servicesOfProduction }))
  const admin = new URL(adminUrl)
  const password = admin.password
  admin.password = ''
  writeFileSync(join(folder, 'admin'), decodeURIComponent(password))
  const getUrl = (role: string) => {
    const url = new URL(`/${namespace}`, adminUrl)
    return Object.assign(url, { username: `${namespace}_${role}`, password: `password-of-${role}-in-a-test` }).href
  }
  for (const service of servicesOfProduction) {
    const name = service.toUpperCase()
    writeFileSync(join(folder, `${name}_DATABASE_URL`), getUrl(service))
    writeFileSync(join(folder, `${name}_OWNER_DATABASE_URL`), getUrl(`${service}_owner`))
  }
  const env = { WAYBILL_NAMESPACE: namespace, DATABASE_URLS_DIR: folder, PROVISION_WAIT_MS: '1m' }
  await run({ ...env, ADMIN_DATABASE_URL: admin.href, ADMIN_DATABASE_PASSWORD_FILE: join(folder, 'admin') })
  for (const role of ['gateway', 'webhook_owner']) {
    const database = openDatabase<never>({ url: getUrl(role), schema: 'gateway', applicationName: 'test' })
    await pingDatabase(database)
    await database.destroy()
  }
})

test('makes the virtual host, the user and its rights in RabbitMQ', async () => {
  const calls: object[] = []
  const management = createServer(async (request, response) => {
    const body = await json(request)
    calls.push({ call: `${request.method} ${request.url}`, by: request.headers.authorization, body })
    response.writeHead(204).end()
  }).listen(0, '127.0.0.1')
  await once(management, 'listening')
  onTestFinished(() => void management.close())
  const { port } = management.address() as AddressInfo
  const broker = { adminUrl: `http://127.0.0.1:${port}`, adminUser: 'ada', adminPassword: 'secret' }
  await provisionBroker({ ...broker, url: 'amqps://waybill:pass%2Fword@rabbitmq:5671/waybill' })
  const by = `Basic ${Buffer.from('ada:secret').toString('base64')}`
  expect(calls).toEqual([
    { call: 'PUT /api/vhosts/waybill', by, body: {} },
    { call: 'PUT /api/users/waybill', by, body: { password: 'pass/word', tags: '' } },
    { call: 'PUT /api/permissions/waybill/waybill', by, body: { configure: '.*', write: '.*', read: '.*' } },
  ])
})

test('names every missing variable at once, without a stack trace', async () => {
  const { code, stderr } = await toFailure({})
  expect(code).toBe(1)
  const lines = stderr.trim().split('\n')
  expect(lines.shift()).toBe('Invalid configuration:')
  expect(lines.map((line: string) => line.trim().split(' ')[0])).toEqual(['ADMIN_DATABASE_URL', ...passwordVariables])
})

test('says why the database cannot be reached, without a stack trace', async () => {
  const env = { ADMIN_DATABASE_URL: 'postgres://postgres@127.0.0.1:1/postgres', ...passwords }
  const { code, stderr } = await toFailure(env)
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'connect ECONNREFUSED 127.0.0.1:1\n' })
})

test('refuses the public passwords of docker-compose.yml if the API is published beyond this machine', async () => {
  const developmentPasswords = passwordVariables.map((variable) => [variable, `development-${variable.toLowerCase()}`])
  const adminUrl = 'postgres://postgres:development-postgres@127.0.0.1:1/postgres'
  const env = { ADMIN_DATABASE_URL: adminUrl, ...Object.fromEntries(developmentPasswords), HOST: '0.0.0.0' }
  const { stderr } = await toFailure({ ...env, PUBLISHED_HOST: '192.0.2.7' })
  const [title, ...lines] = stderr.trim().split('\n')
  expect(title).toBe('Invalid configuration:')
  expect(lines).toHaveLength(11)
  for (const line of lines) expect(line).toMatch('holds a public development secret, but PUBLISHED_HOST is 192.0.2.7')
  expect((await toFailure({ ...env, PUBLISHED_HOST: '127.0.0.1' })).stderr).toBe('connect ECONNREFUSED 127.0.0.1:1\n')
})
