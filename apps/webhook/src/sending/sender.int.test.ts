import { gzipSync } from 'node:zlib'
import { NameNotResolved } from '@waybill/chassis/outbound/name-resolver'
import { freePort } from '@waybill/chassis/process/free-port'
import { startHttpReceiver } from '@waybill/testing/http-receiver'
import { expect, onTestFinished, test } from 'vitest'
import { body, createTestSender, headers, post, startRawReceiver, TEST_DEADLINE_MS } from '../testing/sender.ts'

test('sends the exact bytes and requests no compression', async () => {
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

test('stores safe response headers and the first KiB of the body', async () => {
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

test('reuses connections', async () => {
  const receiver = await startHttpReceiver()
  onTestFinished(receiver.stop)
  let connections = 0
  const resolve = async () => {
    connections += 1
    return ['127.0.0.1']
  }
  const sender = createTestSender({ resolve })
  for (let messages = 0; messages < 5; messages++) await post(`http://receiver.example:${receiver.port}/`, sender)
  expect(receiver.requests).toHaveLength(5)
  expect(connections).toBeLessThanOrEqual(2) // a connection is released shortly after its response
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

test('ends a request without a response at the deadline and closes the connection', async () => {
  const { url, closed } = await startRawReceiver(() => {})
  const result = await post(url)
  expect(result).toMatchObject({ responseStatus: null, errorCode: 'timeout' })
  expect(result.durationMs).toBeGreaterThanOrEqual(TEST_DEADLINE_MS - 5)
  await closed
})

test('headers sent byte by byte do not extend the deadline', async () => {
  const { url } = await startRawReceiver((socket) => {
    const drip = setInterval(() => socket.write('x'), 20)
    socket.write('HTTP/1.1 200 OK\r\nx-slow: ')
    socket.on('close', () => clearInterval(drip))
  })
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'timeout' })
})

test('the status decides even if the body never ends, and the rest is dropped', async () => {
  const { url, closed } = await startRawReceiver((socket) => {
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

test('reads a slow body for a second at most, even past the deadline', async () => {
  const { url, closed } = await startRawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100000\r\n\r\n')
    const drip = setInterval(() => socket.write('x'), 50)
    socket.on('close', () => clearInterval(drip))
  })
  const result = await post(url)
  expect(result).toMatchObject({ responseStatus: 200, errorCode: null })
  expect(result.responseBody).toMatch(/^x+$/)
  await closed
})

test('a truncated body changes nothing', async () => {
  const { url } = await startRawReceiver((socket) => {
    socket.end('HTTP/1.1 202 Accepted\r\ncontent-length: 1000\r\n\r\nthanks')
  })
  expect(await post(url)).toMatchObject({ responseStatus: 202, errorCode: null, responseBody: 'thanks' })
})

test('never decompresses a gzip bomb', async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000))
  const { url } = await startRawReceiver((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n\r\n`)
    socket.end(bomb)
  })
  expect(await post(url)).toMatchObject({ responseStatus: 200, errorCode: null, responseBody: null })
})

test('a connection closed before the response is a reset', async () => {
  const { url } = await startRawReceiver((socket) => socket.resetAndDestroy())
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'reset' })
})

test('a connection closed within the headers is a reset', async () => {
  const { url } = await startRawReceiver((socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-'))
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'reset' })
})

test('a response that is not HTTP is a protocol error', async () => {
  const { url } = await startRawReceiver((socket) => socket.end('220 mail.example ESMTP\r\n'))
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'protocol_error' })
})

test('more than 32 KiB of headers is a protocol error', async () => {
  const { url } = await startRawReceiver((socket) => {
    socket.write(`HTTP/1.1 200 OK\r\nx-large: ${'x'.repeat(33 * 1024)}\r\n\r\n`)
  })
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'protocol_error' })
})

test('accepts ten informational responses; eleven are a protocol error', async () => {
  const flood = async (times: number) => {
    const { url } = await startRawReceiver((socket) => {
      socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(times))
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    })
    return await post(url)
  }
  expect(await flood(10)).toMatchObject({ responseStatus: 200, errorCode: null })
  expect(await flood(11)).toMatchObject({ responseStatus: null, errorCode: 'protocol_error' })
})

test.each([
  'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 201 Created\r\ncontent-length: 0\r\n\r\n',
  'HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
])('what was not asked for, a go-ahead or another protocol, is a protocol error: %j', async (answer) => {
  const { url } = await startRawReceiver((socket) => socket.end(answer))
  expect(await post(url)).toMatchObject({ responseStatus: null, errorCode: 'protocol_error' })
})

test('a refused connection is a connect error', async () => {
  expect(await post(`http://127.0.0.1:${await freePort()}/`)).toMatchObject({ errorCode: 'connect_error' })
})

test('a name that does not resolve is a DNS error', async () => {
  const resolve = () => Promise.reject(new NameNotResolved('no such name'))
  expect(await post('http://nowhere.example/', createTestSender({ resolve }))).toMatchObject({ errorCode: 'dns_error' })
})

test('a silent name server costs no more than the deadline', async () => {
  const resolve = () => new Promise<never>(() => {})
  expect(await post('http://silent.example/', createTestSender({ resolve }))).toMatchObject({ errorCode: 'timeout' })
})

test('an aborted send rejects at any stage', async () => {
  const stop = new AbortController()
  const resolve = () => {
    stop.abort(new Error('enough'))
    return new Promise<never>(() => {})
  }
  const sender = createTestSender({ resolve })
  await expect(sender.send({ url: 'http://a.example/', headers, body }, stop.signal)).rejects.toThrow('enough')
})

test('a send aborted after its status is known returns its result', async () => {
  const stop = new AbortController()
  const { url, closed } = await startRawReceiver((socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nthanks')
    setTimeout(() => stop.abort(new Error('enough')), 100)
  })
  const result = await createTestSender({ deadlineMs: 60_000 }).send({ url, headers, body }, stop.signal)
  expect(result).toMatchObject({ responseStatus: 200, errorCode: null, responseBody: 'thanks' })
  expect(result.durationMs).toBeLessThan(30_000) // does not wait for the body
  await closed
})
