/** Calls between services over TLS: client and server authentication, and certificate rotation. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import type {
  WebhookServiceDefinition,
  WebhookServiceHandlers,
} from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { makeTestAuthority, type TestAuthority } from '@waybill/testing/certificate-authority'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { answeringAll, ECHO_SERVICE as serviceName } from '../testing/echo-service.ts'
import { contextMessage, systemContext } from './call-context.ts'
import { connectRpc } from './client.ts'
import type { RpcTls } from './credentials.ts'
import { implement, startRpcServer } from './server.ts'

const internalKey = 'a key of the tests'
const log = createLog({ service: 'test', level: 'silent' })
let ours: TestAuthority
let others: TestAuthority

beforeAll(() => {
  ours = makeTestAuthority('Ours')
  others = makeTestAuthority('Others')
})
afterAll(() => {
  ours.remove()
  others.remove()
})

const filesOf = (authority: TestAuthority, name: string, subjectAltName?: string): RpcTls => {
  const { certFile, keyFile } = authority.issue(name, subjectAltName)
  return { caFile: authority.caFile, certFile, keyFile, clientAuth: true }
}

async function aServer(tls?: RpcTls, answer = async () => ({ status: 200 })): Promise<number> {
  const services = [implement<WebhookServiceHandlers>(serviceName, answeringAll(answer))]
  const metrics = createMetrics({ service: 'server' })
  const server = await startRpcServer({ host: '127.0.0.1', port: 0, internalKey, tls, log, metrics, services })
  onTestFinished(() => server.stop())
  return server.port
}

/** A call by a new client. */
function call(port: number, tls?: RpcTls): Promise<{ status: number }> {
  const metrics = createMetrics({ service: 'client' })
  const target = `localhost:${port}` // gRPC verifies host names only, not IP addresses
  const client = connectRpc<WebhookServiceDefinition>({ serviceName, target, internalKey, tls, log, metrics })
  onTestFinished(() => client.close())
  const caller = systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs: 3_000 })
  return client.ListSubscriptions({ context: contextMessage(caller) })
}
const refused = { code: expect.stringMatching(/^(service_unavailable|upstream_timeout)$/) }

test('connects a client and a server with certificates of one authority', async () => {
  const port = await aServer(filesOf(ours, 'server'))
  expect(await call(port, filesOf(ours, 'client'))).toMatchObject({ status: 200 })
})

test('rejects a server of another authority or with another name', async () => {
  const tls = filesOf(ours, 'client')
  const strange = await aServer({ ...filesOf(others, 'server'), clientAuth: false })
  await expect(call(strange, tls)).rejects.toMatchObject(refused)
  const misnamed = await aServer(filesOf(ours, 'elsewhere', 'DNS:elsewhere.example'))
  await expect(call(misnamed, tls)).rejects.toMatchObject(refused)
})

test('rejects a caller without a certificate or with one of another authority', async () => {
  const port = await aServer(filesOf(ours, 'server'))
  const nobody = { caFile: ours.caFile, certFile: null, keyFile: null, clientAuth: true }
  await expect(call(port, nobody)).rejects.toMatchObject(refused)
  await expect(call(port, { ...filesOf(others, 'stranger'), caFile: ours.caFile })).rejects.toMatchObject(refused)
})

test('connects without a client certificate when the server requires none', async () => {
  const port = await aServer({ ...filesOf(ours, 'server'), clientAuth: false })
  const nobody = { caFile: ours.caFile, certFile: null, keyFile: null, clientAuth: false }
  expect(await call(port, nobody)).toMatchObject({ status: 200 })
})

test('does not connect plain text with TLS, in either direction', async () => {
  await expect(call(await aServer(filesOf(ours, 'server')))).rejects.toMatchObject(refused)
  await expect(call(await aServer(), filesOf(ours, 'client'))).rejects.toMatchObject(refused)
})

test('presents renewed files to new connections, and continues calls in progress', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-tls-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [certFile, keyFile] = [join(folder, 'tls.crt'), join(folder, 'tls.key')]
  const [first, second] = [ours.issue('first'), ours.issue('second')]
  copyFileSync(first.certFile, certFile)
  copyFileSync(first.keyFile, keyFile)
  const entered = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  let calls = 0
  const port = await aServer(
    { caFile: ours.caFile, certFile, keyFile, clientAuth: true, lookEveryMs: 20 },
    async () => {
      if (++calls > 1) return { status: 200 }
      entered.resolve()
      await gate.promise
      return { status: 201 }
    },
  )
  const client = filesOf(ours, 'client')
  const underWay = call(port, client)
  underWay.catch(() => {}) // checked at the end of the test
  await entered.promise
  expect(await shownName(port)).toBe('first')

  // A rotation with one of two files written: the old pair stays in use.
  copyFileSync(second.certFile, certFile)
  expect(await call(port, client)).toMatchObject({ status: 200 })
  writeFileSync(keyFile, 'not a key')
  expect(await shownName(port)).toBe('first')
  copyFileSync(second.keyFile, keyFile)
  await eventually(async () => expect(await shownName(port)).toBe('second'))
  expect(await call(port, client)).toMatchObject({ status: 200 })
  gate.resolve()
  expect(await underWay).toMatchObject({ status: 201 })
})

/** The name in the certificate that the server presents to a new connection. */
function shownName(port: number): Promise<string> {
  const { cert, key } = ours.issue('looker')
  return new Promise((resolve, reject) => {
    const socket = connectTls({ host: '127.0.0.1', port, ca: ours.ca, cert, key, ALPNProtocols: ['h2'] }, () => {
      resolve(String(socket.getPeerCertificate().subject.CN))
      socket.destroy()
    })
    socket.on('error', reject)
  })
}
