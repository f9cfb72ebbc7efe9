/** Calls between services over TLS: client and server authentication, and certificate rotation. */
import { X509Certificate } from 'node:crypto'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect as connectTls } from 'node:tls'
import * as grpc from '@grpc/grpc-js'
import type { WebhookServiceHandlers } from '@waybill/contracts/gen/waybill/webhook/v1/WebhookService'
import { makeTestAuthority, type TestAuthority } from '@waybill/testing/certificate-authority'
import { eventually } from '@waybill/testing/eventually'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { answeringAll, ECHO_SERVICE as serviceName } from '../testing/echo-service.ts'
import { contextMessage, systemContext } from './call-context.ts'
import { connectRpc } from './client.ts'
import { clientCredentials, type RpcTls } from './credentials.ts'
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

const getFiles = (authority: TestAuthority, name: string, subjectAltName?: string): RpcTls => {
  const { certFile, keyFile } = authority.issue(name, subjectAltName)
  return { caFile: authority.caFile, certFile, keyFile, clientAuth: true }
}

/** Files of a caller, as `waybill admin certificates` names them. */
const asCaller = (name: string) => getFiles(ours, name, `DNS:${name}`)

async function aServer(tls?: RpcTls, answer = async () => ({ status: 200 })): Promise<number> {
  const services = [implement<WebhookServiceHandlers>(serviceName, answeringAll(answer))]
  const metrics = createMetrics({ service: 'server' })
  const server = await startRpcServer({
    service: 'webhook',
    host: '127.0.0.1',
    port: 0,
    internalKey,
    tls,
    log,
    metrics,
    services,
  })
  onTestFinished(() => server.stop())
  return server.port
}

/** A call by a new client. */
function call(port: number, tls?: RpcTls, caller = 'gateway'): Promise<{ status: number }> {
  const metrics = createMetrics({ service: 'client' })
  const target = `localhost:${port}` // gRPC verifies host names only, not IP addresses
  const client = connectRpc({ caller: caller as 'gateway', serviceName, target, internalKey, tls, log, metrics })
  onTestFinished(() => client.close())
  const context = systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs: 3_000 })
  return client.ListSubscriptions({ context: contextMessage(context) })
}
const refused = { code: expect.stringMatching(/^(service_unavailable|upstream_timeout)$/) }

test('connects a client and a server with certificates of one authority', async () => {
  const port = await aServer(getFiles(ours, 'server'))
  expect(await call(port, asCaller('gateway'))).toMatchObject({ status: 200 })
})

test('rejects a server of another authority or with another name', async () => {
  const tls = asCaller('gateway')
  const strange = await aServer({ ...getFiles(others, 'server'), clientAuth: false })
  await expect(call(strange, tls)).rejects.toMatchObject(refused)
  const misnamed = await aServer(getFiles(ours, 'elsewhere', 'DNS:elsewhere.example'))
  await expect(call(misnamed, tls)).rejects.toMatchObject(refused)
})

test('rejects a caller without a certificate or with one of another authority', async () => {
  const port = await aServer(getFiles(ours, 'server'))
  const nobody = { caFile: ours.caFile, certFile: null, keyFile: null, clientAuth: true }
  await expect(call(port, nobody)).rejects.toMatchObject(refused)
  await expect(
    call(port, { ...getFiles(others, 'gateway', 'DNS:gateway'), caFile: ours.caFile }),
  ).rejects.toMatchObject(refused)
})

const forbidden = { cause: { code: grpc.status.PERMISSION_DENIED } }

test('refuses a caller with the certificate of another, although its key is right', async () => {
  const port = await aServer(getFiles(ours, 'server'))
  await expect(call(port, asCaller('quoting'))).rejects.toMatchObject(forbidden)
  await expect(call(port, getFiles(ours, 'gateway', 'DNS:localhost'))).rejects.toMatchObject(forbidden)
  await expect(call(port, getFiles(ours, 'odd', 'DNS:gateway-2'))).rejects.toMatchObject(forbidden)
  // Its own certificate: the table has no call of quoting to this service.
  await expect(call(port, asCaller('quoting'), 'quoting')).rejects.toMatchObject(forbidden)
})

test('takes the name of a caller from the first label of a DNS name, or from the common name if there is none', async () => {
  const port = await aServer(getFiles(ours, 'server'))
  expect(await call(port, getFiles(ours, 'any', 'DNS:shared,DNS:gateway.waybill.svc'))).toMatchObject({ status: 200 })
  expect(await call(port, getFiles(ours, 'gateway', 'IP:127.0.0.1'))).toMatchObject({ status: 200 })
})

test('connects without a client certificate when the server requires none', async () => {
  const port = await aServer({ ...getFiles(ours, 'server'), clientAuth: false })
  const nobody = { caFile: ours.caFile, certFile: null, keyFile: null, clientAuth: false }
  expect(await call(port, nobody)).toMatchObject({ status: 200 })
})

test('measures when its certificate expires', async () => {
  const metrics = createMetrics({ service: 'client' })
  const tls = asCaller('gateway')
  clientCredentials(tls, { log, metrics })
  const seconds = new X509Certificate(readFileSync(String(tls.certFile))).validToDate.getTime() / 1_000
  expect((await metrics.render()).text).toMatch(new RegExp(`rpc_certificate_expires_at_seconds\\{[^}]*\\} ${seconds}`))
})

test('does not connect plain text with TLS, in either direction', async () => {
  await expect(call(await aServer(getFiles(ours, 'server')))).rejects.toMatchObject(refused)
  await expect(call(await aServer(), asCaller('gateway'))).rejects.toMatchObject(refused)
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
  const client = asCaller('gateway')
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
