import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect, createServer } from 'node:tls'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { waybill } from '../testing/terminal.ts'

const SERVICES = ['gateway', 'quoting', 'booking', 'shipment', 'webhook']
const DAY_MS = 86_400_000
let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'waybill-certificates-'))
  return () => rmSync(directory, { recursive: true })
})

const certificates = (...args: string[]) => waybill(['admin', 'certificates', directory, ...args])
const file = (...path: string[]) => join(directory, ...path)
const read = (...path: string[]) => readFileSync(file(...path), 'utf8')
const getCertificate = (...path: string[]) => new X509Certificate(read(...path))

test('makes an authority and a certificate for each service, with private keys for the owner only', async () => {
  const { exitCode, out, err } = await certificates('--days', '30')
  expect([exitCode, err]).toEqual([0, ''])
  const authority = getCertificate('ca.crt')
  expect(authority.ca).toBe(true)
  expect(statSync(file('ca.key')).mode & 0o777).toBe(0o600)
  for (const service of SERVICES) {
    const certificate = getCertificate(service, 'tls.crt')
    expect(certificate).toMatchObject({ subject: `CN=${service}`, subjectAltName: `DNS:${service}`, ca: false })
    expect(certificate.verify(authority.publicKey)).toBe(true)
    expect(certificate.checkPrivateKey(createPrivateKey(read(service, 'tls.key')))).toBe(true)
    expect(Math.round((certificate.validToDate.getTime() - Date.now()) / DAY_MS)).toBe(30)
    expect(statSync(file(service, 'tls.key')).mode & 0o777).toBe(0o600)
    expect(out).toContain(certificate.validToDate.toISOString().slice(0, 19))
  }
})

test('writes Kubernetes Secrets without the key of the authority', async () => {
  await certificates()
  const { items } = JSON.parse(read('secrets.json'))
  expect(items.map(({ metadata }: { metadata: { name: string } }) => metadata.name)).toEqual(
    SERVICES.map((service) => `waybill-grpc-${service}`),
  )
  expect(items[0]).toMatchObject({ apiVersion: 'v1', kind: 'Secret', type: 'kubernetes.io/tls' })
  expect(Object.keys(items[0].data)).toEqual(['tls.crt', 'tls.key', 'ca.crt'])
  for (const [name, content] of Object.entries<string>(items[0].data)) expect(atob(content)).toBe(read('gateway', name))
  const values = items.flatMap(({ data }: { data: Record<string, string> }) => Object.values(data).map(atob))
  expect(values).not.toContain(read('ca.key'))
  expect(statSync(file('secrets.json')).mode & 0o777).toBe(0o600)
})

test('renews certificates with the same authority, and can trust another one too', async () => {
  await certificates()
  const [authority, key] = [read('ca.crt'), read('ca.key')]
  const first = getCertificate('booking', 'tls.crt')
  const other = file('other.crt')
  writeFileSync(other, authority)
  await certificates('--also-trust', other)
  expect([read('ca.crt'), read('ca.key')]).toEqual([authority, key])
  expect(getCertificate('booking', 'tls.crt').serialNumber).not.toBe(first.serialNumber)
  expect(read('booking', 'ca.crt')).toBe(authority + authority)
  expect(atob(JSON.parse(read('secrets.json')).items[0].data['ca.crt'])).toBe(authority + authority)
})

test('refuses half an authority, and a key of another', async () => {
  await certificates()
  const key = read('ca.key')
  rmSync(file('ca.key'))
  expect(await certificates()).toMatchObject({
    exitCode: 2,
    err: expect.stringContaining('only one of ca.crt and ca.key'),
  })
  rmSync(file('ca.crt'))
  await certificates()
  writeFileSync(file('ca.key'), key)
  expect(await certificates()).toMatchObject({ exitCode: 1, err: expect.stringContaining('not the key of ca.crt') })
})

test('with them, a service and its caller know each other, and refuse a stranger', async () => {
  await certificates()
  const getFiles = (service: string) => ({
    ca: read(service, 'ca.crt'),
    cert: read(service, 'tls.crt'),
    key: read(service, 'tls.key'),
  })
  const server = createServer({ ...getFiles('shipment'), requestCert: true }, (socket) =>
    socket.end(String(socket.getPeerCertificate().subjectaltname)),
  )
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const nameSeen = async (files: object) =>
    await text(connect({ host: '127.0.0.1', port, servername: 'shipment', ...files }))
  expect(await nameSeen(getFiles('booking'))).toBe('DNS:booking')
  await expect(nameSeen({ ca: read('ca.crt') })).rejects.toThrow('certificate required')
  const other = connect({ host: '127.0.0.1', port, servername: 'quoting', ...getFiles('booking') })
  await expect(text(other)).rejects.toThrow('does not match')
})
