/** RabbitMQ and Redis over TLS, through a proxy that terminates it. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeTestAuthority, type TestAuthority } from '@waybill/testing/certificate-authority'
import { eventually } from '@waybill/testing/eventually'
import { testNamespace, testRabbitUrl, testRedisUrl } from '@waybill/testing/services'
import { startTcpProxy } from '@waybill/testing/tcp-proxy'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { TlsFiles } from '../config/tls-files.ts'
import { connectRedisState } from '../state/redis.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { connectRabbitBus, deleteRabbitTopology } from './rabbit/bus.ts'

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

interface Connected {
  isConnected(): boolean
  /** Its log lines. */
  lines: string[]
}
type Connect = (url: string, tls: TlsFiles) => Promise<Connected>

const topology = { consumers: { depot: ['#'] } }

function aLog() {
  const lines: string[] = []
  return {
    lines,
    log: createLog({ service: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } }),
  }
}

const connectBus: Connect = async (url, tls) => {
  const { lines, log } = aLog()
  const namespace = testNamespace()
  const bus = await connectRabbitBus({
    url,
    tls,
    namespace,
    topology,
    log,
    metrics: createMetrics({ service: 'test' }),
  })
  onTestFinished(async () => {
    await bus.close()
    await deleteRabbitTopology({ url: testRabbitUrl(), namespace, topology })
  })
  return { isConnected: bus.isConnected, lines }
}

const connectRedis: Connect = async (url, tls) => {
  const { lines, log } = aLog()
  const metrics = createMetrics({ service: 'test' })
  const state = connectRedisState({ url, tls, namespace: testNamespace(), log, metrics })
  onTestFinished(() => state.close())
  return { isConnected: state.isConnected, lines }
}

const services: [name: string, variable: string, url: () => string, standardPort: number, connect: Connect][] = [
  ['amqps', 'RABBITMQ', testRabbitUrl, 5672, connectBus],
  ['rediss', 'REDIS', testRedisUrl, 6379, connectRedis],
]

for (const [scheme, variable, plainUrl, standardPort, connect] of services) {
  /** A server that shows our certificate and asks for one of ours. */
  async function aServer() {
    const { cert, key } = ours.issue('server')
    const { hostname, port } = new URL(plainUrl())
    const tls = { cert, key, ca: ours.ca, requestCert: true, rejectUnauthorized: true }
    const target = { targetHost: hostname, targetPort: Number(port || standardPort) }
    const proxy = await startTcpProxy({ ...target, tls })
    onTestFinished(proxy.stop)
    const url = (as: string) => proxy.through(plainUrl()).replace(/^\w+:/, `${as}:`)
    return { proxy, url: url(scheme), plainUrl: url(scheme.slice(0, -1)) }
  }
  const nothing: TlsFiles = { caFile: null, certFile: null, keyFile: null }
  const shown = () => {
    const { certFile, keyFile } = ours.issue('client')
    return { caFile: ours.caFile, certFile, keyFile }
  }

  test(`${scheme}: connects with the right authority and certificate`, async () => {
    const { isConnected } = await connect((await aServer()).url, shown())
    await eventually(() => expect(isConnected()).toBe(true))
  })

  test.each<[string, () => TlsFiles, RegExp]>([
    ['an authority that has not signed the server', () => ({ ...shown(), caFile: others.caFile }), /certificate/],
    ['the authorities of the system', () => ({ ...shown(), caFile: null }), /certificate/],
    [
      'no client certificate',
      () => ({ ...nothing, caFile: ours.caFile }),
      /certificate required|socket|ECONNRESET|closed/i,
    ],
  ])(`${scheme}: does not connect with %s`, async (_, files, reason) => {
    const { isConnected, lines } = await connect((await aServer()).url, files())
    await eventually(() => expect(lines.join()).toMatch(reason))
    expect(isConnected()).toBe(false)
  })

  test(`${scheme}: does not connect over TLS to a plain server, nor in plain text to a TLS server`, async () => {
    const { port, hostname } = new URL(plainUrl())
    const plain = `${plainUrl().replace(/^\w+:/, `${scheme}:`)}`
    const sealed = await connect(plain.replace(hostname, hostname === 'localhost' ? '127.0.0.1' : hostname), {
      ...nothing,
      caFile: ours.caFile,
    })
    await eventually(() =>
      expect(sealed.lines.join()).toMatch(/ssl|tls|packet length|wrong version|ECONNRESET|socket/i),
    )
    expect(sealed.isConnected(), `port ${port}`).toBe(false)
    const open = await connect((await aServer()).plainUrl, nothing)
    await eventually(() => expect(open.lines.length).toBeGreaterThan(0))
    expect(open.isConnected()).toBe(false)
  })

  test(`${scheme}: rejects an authority for a URL without TLS, and a certificate without a key`, async () => {
    const { plainUrl, url } = await aServer()
    const mistakes = new RegExp(`${variable}_CA_FILE.*${variable}_URL begins with ${scheme.slice(0, -1)}`)
    await expect((async () => connect(plainUrl, { ...nothing, caFile: ours.caFile }))()).rejects.toThrow(mistakes)
    const half = { ...shown(), keyFile: null }
    await expect((async () => connect(url, half))()).rejects.toThrow(`${variable}_CERT_FILE and ${variable}_KEY_FILE`)
  })

  test(`${scheme}: presents a renewed certificate to the next connection`, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'waybill-tls-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const files = { caFile: ours.caFile, certFile: join(folder, 'tls.crt'), keyFile: join(folder, 'tls.key') }
    const copy = ({ certFile, keyFile }: { certFile: string; keyFile: string }) => {
      copyFileSync(certFile, files.certFile)
      copyFileSync(keyFile, files.keyFile)
    }
    copy(others.issue('expired')) // in place of an expired one: the server rejects it
    const { isConnected, lines } = await connect((await aServer()).url, files)
    await eventually(() => expect(lines.length).toBeGreaterThan(0))
    expect(isConnected()).toBe(false)
    copy(ours.issue('renewed'))
    await eventually(() => expect(isConnected()).toBe(true))
  })
}
