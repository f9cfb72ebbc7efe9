/** Answers that no carrier documents, from a server on a port. */
import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type HttpReceiver, startHttpReceiver } from '@waybill/testing/http-receiver'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { createHttpClient, type HttpRequest } from './client.ts'
import { jsonAnswers } from './json-answers.ts'

let carrier: HttpReceiver
beforeEach(async () => {
  carrier = await startHttpReceiver()
})
afterEach(() => carrier.stop())

const { read, written } = jsonAnswers('acme', z.object({ code: z.string(), message: z.string() }))
const wire = z.object({ id: z.string(), drivers: z.array(z.object({ name: z.string() })).default([]) })
const map = (job: z.output<typeof wire>) => ({ kind: 'ok' as const, ...job })

const aRequest = (url: string, overrides: Partial<HttpRequest> = {}): HttpRequest => ({
  method: 'GET',
  url,
  headers: {},
  idempotent: true,
  deadlineAt: new Date(Date.now() + 10_000),
  subject: {
    environmentId: 'env_1',
    carrierCode: 'acme',
    carrierAccountId: 'cac_1',
    operation: 'track',
    requestId: 'req_1',
    reference: null,
  },
  ...overrides,
})

const get = () => createHttpClient({ trustedUrls: [carrier.url] })(aRequest(`${carrier.url}/jobs`))

test.for([
  [
    'an HTML page',
    { headers: { 'content-type': 'text/html' }, body: '<html><h1>Down for maintenance</h1></html>' },
    'The carrier answered with an HTML page instead of JSON: “Down for maintenance”.',
  ],
  ['truncated JSON', { body: '{"id":"job_' }, 'The carrier answered with JSON that is cut off or invalid (11 bytes).'],
  ['an empty body', {}, 'The carrier answered with an empty body.'],
  [
    'a field of another type',
    { body: '{"id":"1","drivers":[{"name":7}]}' },
    'The carrier answered with JSON that is not as documented: drivers[0].name is missing or invalid.',
  ],
] as const)('%s with status 200 is a failed read and an unknown write that say so', async ([, answer, message]) => {
  carrier.answerAlways(answer)
  const failure = { carrierCode: 'acme', code: 'malformed_answer', message, httpStatus: 200, retryable: true }
  expect(read(await get(), wire, map)).toMatchObject({ kind: 'failed', failure })
  expect(written(await get(), wire, map)).toMatchObject({ kind: 'unknown', failure })
})

test('a redirect and an error page are failures with what the carrier said', async () => {
  carrier.answerAlways({ status: 301, headers: { location: 'http://169.254.169.254/' } })
  expect(read(await get(), wire, map)).toMatchObject({
    failure: {
      code: 'http_301',
      message: 'The carrier answered with HTTP status 301, a redirect, which is not followed.',
    },
  })
  expect(carrier.requests).toHaveLength(1)
  carrier.answerAlways({ status: 501, body: '<html><title>501 Not Implemented</title></html>' })
  expect(read(await get(), wire, map)).toMatchObject({
    failure: { code: 'http_501', message: 'The carrier answered with HTTP status 501: “501 Not Implemented”.' },
  })
})

/** A carrier that answers every request by calling `answer`, with the number of its requests. */
async function startCarrier(answer: (response: ServerResponse) => void) {
  const seen = { requests: 0, url: '' }
  const server = createServer((_, response) => {
    seen.requests++
    answer(response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  seen.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return seen
}

test('a body in another charset is read if the carrier declares it', async () => {
  const { url } = await startCarrier((response) => {
    response.setHeader('content-type', 'application/json; charset=iso-8859-1')
    response.end(Buffer.from('{"id":"1","drivers":[{"name":"Jürgen"}]}', 'latin1'))
  })
  const outcome = await createHttpClient({ trustedUrls: [url] })(aRequest(url))
  expect(read(outcome, wire, map)).toEqual({ kind: 'ok', id: '1', drivers: [{ name: 'Jürgen' }] })
})

test('an answer of 20 MB is refused, asked for once, and leaves the circuit closed', async () => {
  const label = Buffer.alloc(20_000_000)
  const seen = await startCarrier((response) => void response.end(label))
  const send = createHttpClient({ trustedUrls: [seen.url] })
  for (let call = 1; call <= 12; call++) {
    expect(read(await send(aRequest(seen.url)), wire, map)).toMatchObject({
      kind: 'failed',
      failure: { code: 'malformed_answer', message: 'The carrier answered with more than 8 MiB.', retryable: true },
    })
    expect(seen.requests).toBe(call)
  }
})

test('a carrier that sends its answer byte by byte is not waited for beyond the deadline', async () => {
  const { url } = await startCarrier((response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  })
  const deadlineAt = new Date(Date.now() + 500)
  const outcome = await createHttpClient({ trustedUrls: [url] })(aRequest(url, { deadlineAt }))
  expect(outcome).toMatchObject({ kind: 'unknown', code: 'timeout' })
  expect(Date.now()).toBeLessThan(deadlineAt.getTime() + 5_000)
})
