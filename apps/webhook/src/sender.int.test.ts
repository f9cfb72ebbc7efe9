import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { freePort } from '@waybill/testing/free-port'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { createAddressPolicy } from './address-policy.ts'
import { NameNotResolved, type ResolveName } from './name-resolver.ts'
import { createSender, type Sender } from './sender.ts'

const body = Buffer.from('{"type":"shipment.created"}')
const headers = { 'content-type': 'application/json', 'webhook-id': 'evt_1' }
const DEADLINE_MS = 400

function aSender(options: { resolve?: ResolveName; allowedCidrs?: string[]; allowHttp?: boolean } = {}): Sender {
  const sender = createSender({
    policy: createAddressPolicy({ allowedCidrs: options.allowedCidrs ?? ['127.0.0.0/8'] }),
    resolve: options.resolve ?? (async () => ['127.0.0.1']),
    allowHttp: options.allowHttp ?? true,
    deadlineMs: DEADLINE_MS,
  })
  onTestFinished(() => sender.close())
  return sender
}

async function listening(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('error', () => {}) // the sender hangs up as it likes
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

/** A receiver that does with its connections whatever the test says, once a request has begun to arrive. */
async function aRawReceiver(answer: (socket: Socket) => void): Promise<{ url: string; closed: Promise<unknown> }> {
  const server = createServer((socket) => socket.once('data', () => answer(socket)))
  const port = await listening(server)
  const closed = once(server, 'connection').then(([socket]) => once(socket as Socket, 'close'))
  return { url: `http://127.0.0.1:${port}/hook`, closed }
}

const post = (url: string, sender = aSender()) => sender.send({ url, headers, body })

test('what is sent arrives to the byte, asking for no compression', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  const result = await post(`${receiver.url}/hook?shop=7`)
  expect(result).toMatchObject({ responseStatus: 200, errorCode: null })
  const [request] = receiver.requests
  expect(request).toMatchObject({ method: 'POST', path: '/hook?shop=7', body })
  expect(request?.headers).toMatchObject({ ...headers, 'accept-encoding': 'identity', 'content-length': '27' })
})

test.each([200, 201, 204])('%i is success', async (status) => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  receiver.answerAlways({ status })
  expect(await post(receiver.url)).toMatchObject({ responseStatus: status, errorCode: null })
})

test('the answer is kept as far as it helps: safe headers, the first KiB of the body', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  const answerHeaders = { 'set-cookie': 'session=1', 'retry-after': '7', 'x-request-id': 'r1' }
  receiver.answerAlways({ status: 503, headers: answerHeaders, body: `\0${'a'.repeat(5_000)}` })
  const result = await post(receiver.url)
  expect(result).toMatchObject({ responseStatus: 503, errorCode: 'http_error' })
  expect(result.responseHeaders).toMatchObject({ 'retry-after': '7', 'x-request-id': 'r1' })
  expect(result.responseHeaders).not.toHaveProperty('set-cookie')
  expect(result.responseBody).toBe(`\uFFFD${'a'.repeat(1_023)}`)
})

test('connections are used again', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  let connections = 0
  const resolve = async () => {
    connections += 1
    return ['127.0.0.1']
  }
  const sender = aSender({ resolve })
  for (let messages = 0; messages < 5; messages++) await post(`http://receiver.example:${receiver.port}/`, sender)
  expect(receiver.requests).toHaveLength(5)
  expect(connections).toBeLessThanOrEqual(2) // one is freed a moment after its answer
})

test.each([301, 302, 303, 307, 308])('a redirect (%i) is not followed', async (status) => {
  const target = await startHttpReceiver()
  const receiver = await startHttpReceiver()
  onTestFinished(target.stop)
  onTestFinished(receiver.stop)
  receiver.answerAlways({ status, headers: { location: `${target.url}/latest/meta-data` } })
  expect(await post(receiver.url)).toMatchObject({ responseStatus: status, errorCode: 'http_error' })
  expect(target.requests).toHaveLength(0)
})

test('a receiver that never answers is given up at the deadline, and hung up on', async () => {
  const { url, closed } = await aRawReceiver(() => {})
  const result = await post(url)
  expect(result).toMatchObject({ responseStatus: null, errorCode: 'timeout' })
  expect(result.durationMs).toBeGreaterThanOrEqual(DEADLINE_MS - 5)
  await closed
})

test('headers that drip byte by byte do not stretch the deadline', async () => {
  const { url } = await aRawReceiver((socket) => {
    const drip = setInterval(() => socket.write('x'), 20)
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
    socket.on('close', () => clearInterval(drip))
  })
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'timeout' })
})

test('an endless body decides nothing: the status does, and the rest is dropped', async () => {
  const { url, closed } = await aRawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n')
    const chunk = Buffer.concat([Buffer.from('2000\r\n'), Buffer.alloc(0x2000, 'z'), Buffer.from('\r\n')])
    const pour = () => {
      if (!socket.destroyed) socket.write(chunk, () => setImmediate(pour))
    }
    pour()
  })
  const result = await post(url)
  expect(result).toMatchObject({ responseStatus: 200, errorCode: null })
  expect(result.responseBody).toBe('z'.repeat(1_024))
  await closed
})

test('a body that drips is read for a second and no longer, even past the deadline', async () => {
  const { url, closed } = await aRawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
    const drip = setInterval(() => socket.write('x'), 50)
    socket.on('close', () => clearInterval(drip))
  })
  const result = await post(url)
  expect(result).toMatchObject({ responseStatus: 200, errorCode: null })
  expect(result.responseBody).toMatch(/^x+$/)
  await closed
})

test('a body that breaks off changes nothing', async () => {
  const { url } = await aRawReceiver((socket) => {
    socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 1000\r\n\r\nthanks')
  })
  expect(await post(url)).toMatchObject({ responseStatus: 202, errorCode: null, responseBody: 'thanks' })
})

test('a gzip bomb is never inflated', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const { url } = await aRawReceiver((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
    socket.end(bomb)
  })
  expect(await post(url)).toMatchObject({ responseStatus: 200, errorCode: null, responseBody: null })
})

test('a connection cut before the answer is a reset', async () => {
  const { url } = await aRawReceiver((socket) => socket.resetAndDestroy())
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'reset' })
})

test('a connection cut amid the headers is a reset', async () => {
  const { url } = await aRawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-'))
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'reset' })
})

test('what is not HTTP is a protocol error', async () => {
  const { url } = await aRawReceiver((socket) => socket.end('220 mail.example ESMTP\r\n'))
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'protocol_error' })
})

test('more than 32 KiB of headers is a protocol error', async () => {
  const { url } = await aRawReceiver((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(33 * 1024)}\r\n\r\n`)
  })
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'protocol_error' })
})

test('ten informational answers are borne, eleven are a protocol error', async () => {
  const flood = async (times: number) => {
    const { url } = await aRawReceiver((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(times))
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
    return await post(url)
  }
  expect(await flood(10)).toMatchObject({ responseStatus: 200, errorCode: null })
  expect(await flood(11)).toMatchObject({ responseStatus: null, errorCode: 'protocol_error' })
})

test('a refused connection is a connect error', async () => {
  expect(await post(`http://127.0.0.1:${await freePort()}/`)).toMatchObject({ errorCode: 'connect_error' })
})

test('a name that does not resolve is a DNS error', async () => {
  const resolve = () => Promise.reject(new NameNotResolved('no such name'))
  expect(await post('http://nowhere.example/', aSender({ resolve }))).toMatchObject({ errorCode: 'dns_error' })
})

test('a name server that is silent costs the deadline and no more', async () => {
  const resolve = () => new Promise<never>(() => {})
  expect(await post('http://silent.example/', aSender({ resolve }))).toMatchObject({ errorCode: 'timeout' })
})

test('an aborted send rejects, whatever it was at', async () => {
  const stop = new AbortController()
  const resolve = () => {
    stop.abort(new Error('enough'))
    return new Promise<never>(() => {})
  }
  const sender = aSender({ resolve })
  await expect(sender.send({ url: 'http://a.example/', headers, body }, stop.signal)).rejects.toThrow('enough')
})

test('http is not spoken where it is not allowed', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  expect(await post(receiver.url, aSender({ allowHttp: false }))).toMatchObject({ errorCode: 'blocked_address' })
  expect(receiver.requests).toHaveLength(0)
})

test.each(['127.0.0.1', '127.1', '2130706433', '0x7f.0.0.1', '017700000001', '[::1]', '[::ffff:127.0.0.1]'])(
  'the literal %s is refused before anything is dialled',
  async (host) => {
    const receiver = await startHttpReceiver()
    onTestFinished(receiver.stop)
    const sender = aSender({ allowedCidrs: [], resolve: () => Promise.reject(new Error('asked about a literal')) })
    expect(await post(`http://${host}:${receiver.port}/`, sender)).toMatchObject({ errorCode: 'blocked_address' })
    expect(receiver.requests).toHaveLength(0)
  },
)

test('one bad address among good ones refuses the name', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  const resolve = async () => ['127.0.0.1', '169.254.169.254']
  expect(await post(`http://two.example:${receiver.port}/`, aSender({ resolve }))).toMatchObject({
    errorCode: 'blocked_address',
  })
  expect(receiver.requests).toHaveLength(0)
})

test('a name that flips to a private address is refused at the next connection', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  receiver.answerAlways({ headers: { connection: 'close' } })
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['127.0.0.1']]
  const resolve = async () => answers.shift() ?? []
  const sender = aSender({ resolve, allowedCidrs: ['127.0.0.1/32'] })
  const url = `http://flips.example:${receiver.port}/`
  expect(await post(url, sender)).toMatchObject({ errorCode: null })
  expect(await post(url, sender)).toMatchObject({ errorCode: 'blocked_address' })
  expect(await post(url, sender)).toMatchObject({ errorCode: null })
  expect(receiver.requests).toHaveLength(2)
})

test('the vetted address is the one that is dialled, and the name travels in the Host header', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  let lookups = 0
  const resolve = async () => {
    lookups += 1
    return ['127.0.0.1']
  }
  await post(`http://shop.example:${receiver.port}/`, aSender({ resolve }))
  expect(receiver.requests[0]?.headers.host).toBe(`shop.example:${receiver.port}`)
  expect(lookups).toBe(1)
})

interface Certificate {
  cert: Buffer
  key: Buffer
}
let vouchedFor: Record<'current' | 'expired', Certificate>
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
  vouchedFor = { current: sign('current.pem', '2'), expired: sign('expired.pem', '-1') }
  openssl('req', '-x509', '-key', 'shop.key', '-out', 'self.pem', '-days', '2', ...name)
  selfSigned = { cert: file('self.pem'), key: file('shop.key') }
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, file('ca.pem').toString()])
  rmSync(folder, { recursive: true })
  return () => setDefaultCACertificates(before)
})

/** A receiver that speaks TLS and answers 204; counts the bytes that it has been sent. */
async function aTlsReceiver(certificate: Certificate): Promise<{ url: string; received(): number }> {
  let received = 0
  const server = createTlsServer(certificate, (socket) => {
    socket.on('error', () => {})
    socket.on('data', (data) => {
      received += data.length
      socket.end('HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n')
    })
  })
  server.on('tlsClientError', () => {})
  const port = await listening(server)
  return { url: `https://shop.example:${port}/`, received: () => received }
}

test('a certificate that an authority vouches for is taken', async () => {
  const { url } = await aTlsReceiver(vouchedFor.current)
  expect(await post(url)).toMatchObject({ responseStatus: 204, errorCode: null })
})

test.each([
  ['that no one vouches for', () => selfSigned],
  ['that has expired', () => vouchedFor.expired],
])('a certificate %s is a TLS error, and nothing is sent', async (_, certificate) => {
  const { url, received } = await aTlsReceiver(certificate())
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'tls_error' })
  expect(received()).toBe(0)
})

test('a certificate of another name is a TLS error', async () => {
  const { url, received } = await aTlsReceiver(vouchedFor.current)
  expect(await post(url.replace('shop.example', 'other.example'))).toMatchObject({ errorCode: 'tls_error' })
  expect(received()).toBe(0)
})

test('a server that speaks no TLS is a TLS error', async () => {
  const { url } = await aRawReceiver((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  expect(await post(url.replace('http:', 'https:'))).toMatchObject({ responseStatus: null, errorCode: 'tls_error' })
})

test('a TLS handshake that stalls ends at the deadline', async () => {
  const { url } = await aRawReceiver(() => {})
  expect(await post(url.replace('http:', 'https:'))).toMatchObject({ responseStatus: null, errorCode: 'timeout' })
})
