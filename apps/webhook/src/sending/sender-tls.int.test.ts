import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { beforeAll, expect, test } from 'vitest'
import { listenForTest, post, startRawReceiver } from '../testing/sender.ts'

interface Certificate {
  cert: Buffer
  key: Buffer
}

let trusted: Record<'current' | 'expired', Certificate>
let selfSigned: Certificate

beforeAll(() => {
  const folder = mkdtempSync(join(tmpdir(), 'waybill-tls-'))
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' })
  const file = (name: string) => readFileSync(join(folder, name))
  const newKey = ['-newkey', 'rsa:2048', '-nodes']
  openssl('req', '-x509', ...newKey, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Authority', '-days', '2')
  const name = ['-subj', '/CN=shop.example', '-addext', 'subjectAltName=DNS:shop.example']
  openssl('req', ...newKey, '-keyout', 'shop.key', '-out', 'shop.csr', ...name)
  const sign = (out: string, days: string) => {
    const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-copy_extensions', 'copy']
    openssl('x509', '-req', '-in', 'shop.csr', ...authority, '-days', days, '-out', out)
    return { cert: file(out), key: file('shop.key') }
  }
  trusted = { current: sign('current.pem', '2'), expired: sign('expired.pem', '-1') }
  openssl('req', '-x509', '-key', 'shop.key', '-out', 'self.pem', '-days', '2', ...name)
  selfSigned = { cert: file('self.pem'), key: file('shop.key') }
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, file('ca.pem').toString()])
  rmSync(folder, { recursive: true })
  return () => setDefaultCACertificates(before)
})

/** Starts a TLS receiver that answers 204 and counts the bytes it receives. */
async function startTlsReceiver(certificate: Certificate): Promise<{ url: string; received(): number }> {
  let received = 0
  const server = createTlsServer(certificate, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      received += data.length
      socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')
    })
  })
  server.on('tlsClientError', () => {})
  const port = await listenForTest(server)
  return { url: `https://shop.example:${port}/`, received: () => received }
}

test('accepts a certificate signed by a trusted authority', async () => {
  const { url } = await startTlsReceiver(trusted.current)
  expect(await post(url)).toMatchObject({ responseStatus: 204, errorCode: null })
})

test.each([
  ['signed by no trusted authority', () => selfSigned],
  ['that has expired', () => trusted.expired],
])('a certificate %s is a TLS error, and nothing is sent', async (_, certificate) => {
  const { url, received } = await startTlsReceiver(certificate())
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'tls_error' })
  expect(received()).toBe(0)
})

test('a certificate for another name is a TLS error', async () => {
  const { url, received } = await startTlsReceiver(trusted.current)
  expect(await post(url.replace('shop.example', 'other.example'))).toMatchObject({ errorCode: 'tls_error' })
  expect(received()).toBe(0)
})

test('a server without TLS is a TLS error', async () => {
  const { url } = await startRawReceiver((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect(await post(url.replace('http:', 'https:'))).toMatchObject({ responseStatus: null, errorCode: 'tls_error' })
})

test('a TLS handshake that stalls ends at the deadline', async () => {
  const { url } = await startRawReceiver(() => {})
  expect(await post(url.replace('http:', 'https:'))).toMatchObject({ responseStatus: null, errorCode: 'timeout' })
})
