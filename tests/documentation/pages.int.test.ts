/** The documentation site, as the gateway serves it. */
import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as rawRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createDocumentation } from '@waybill/api-docs/documentation'
import { BUNDLE_PATH } from '@waybill/api-docs/pages/api-reference'
import { publicEventTypeSchema } from '@waybill/contracts/events/event-type'
import { eventTypes } from '@waybill/contracts/events/public-event'
import { startTestGateway, type TestGateway } from '@waybill/gateway/testing/running-gateway'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

const consoleDirectory = mkdtempSync(join(tmpdir(), 'waybill-pages-'))
let gateway: TestGateway
beforeAll(async () => {
  writeFileSync(join(consoleDirectory, 'index.html'), '<!doctype html>')
  gateway = await startTestGateway({ createDocumentation, console: { directory: consoleDirectory } })
})
afterAll(async () => {
  await gateway.stop()
  rmSync(consoleDirectory, { recursive: true })
})

const anonymous = (path: string, accept?: string) =>
  gateway.call('GET', path, { token: null, headers: accept === undefined ? {} : { accept } })

/** Without the decompression and the headers that fetch adds. */
async function download(path: string, encoding?: string) {
  return new Promise<{ headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    const headers = encoding === undefined ? {} : { 'accept-encoding': encoding }
    rawRequest(gateway.url + path, { headers }, async (response) => {
      resolve({ headers: response.headers, bytes: await buffer(response) })
    })
      .on('error', reject)
      .end()
  })
}

test('the documentation and the probes need no token', async () => {
  for (const path of ['/openapi.json', '/docs', '/docs/errors', '/docs/testing', '/docs/types', '/livez', '/readyz']) {
    expect((await anonymous(path)).status, path).toBe(200)
  }
})

test('/ shows a browser what this is, its status, and links that open', async () => {
  const home = await anonymous('/', 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8')
  expect([home.status, home.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(home.headers.get('cache-control')).toBe('no-store')
  expect(home.text).toContain('shipment and delivery-booking API')
  expect(home.text).toContain('The API accepts requests.')
  const links = new Set([...home.text.matchAll(/href="(\/[^"]*)"/g)].map(([, link]) => String(link)))
  expect(links.size).toBeGreaterThan(8)
  for (const link of links) expect((await anonymous(link)).status, link).toBe(200)
})

test.each(['application/json', '*/*'])('/ shows a program that accepts %s the same as JSON', async (accept) => {
  const home = await anonymous('/', accept)
  expect(home.headers.get('content-type')).toContain('application/json')
  expect(home.body).toMatchObject({ name: 'Waybill', status: 'ready' })
  expect(home.body.links.documentation).toBe(`${gateway.options.publicUrl}/docs`)
})

test('only /docs allows inline styles, and no page allows inline scripts but its own', async () => {
  const docs = await anonymous('/docs', 'text/html')
  const errors = await anonymous('/docs/errors', 'text/html')
  for (const { headers } of [docs, errors]) {
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
  }
  expect(docs.headers.get('content-security-policy')).toContain("style-src 'self' 'unsafe-inline'")
  expect(errors.headers.get('content-security-policy')).not.toContain('unsafe')
})

test('the script of /docs is compressed for a caller that accepts gzip, and may be cached for good', async () => {
  const compressed = await download(BUNDLE_PATH, 'gzip, br')
  const plain = await download(BUNDLE_PATH)
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
  expect(plain.headers).toMatchObject({ vary: 'accept-encoding' })
  expect(plain.headers).not.toHaveProperty('content-encoding')
  for (const { headers } of [compressed, plain]) {
    expect(headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  }
  const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
  expect(digest(gunzipSync(compressed.bytes))).toBe(digest(plain.bytes))
  expect(compressed.bytes.length).toBeLessThan(1_500_000)
})

test('pages and documents are compressed as the caller accepts it, and are not sent again to who has them', async () => {
  for (const path of [
    '/openapi.json',
    '/openapi/people.json',
    '/openapi/drivers.json',
    '/docs/errors',
    '/docs/webhooks',
  ]) {
    const plain = await download(path)
    const etag = String(plain.headers.etag)
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const compressed = await download(path, encoding)
      expect(compressed.headers, path).toMatchObject({ 'content-encoding': encoding, vary: 'accept-encoding', etag })
      expect(decode(compressed.bytes).equals(plain.bytes), path).toBe(true)
      expect(compressed.bytes.length).toBeLessThan(plain.bytes.length / 2)
    }
    const known = await gateway.call('GET', path, { token: null, headers: { 'if-none-match': etag } })
    expect([known.status, known.text], path).toEqual([304, ''])
  }
})

test('the first reader of the documentation stalls nobody: everything is made before the gateway is ready', async () => {
  const fresh = await startTestGateway({ createDocumentation })
  onTestFinished(() => fresh.stop())
  const stall = monitorEventLoopDelay({ resolution: 5 })
  stall.enable()
  for (const path of ['/', '/openapi.json', '/docs/errors']) {
    expect((await fresh.call('GET', path, { token: null })).status, path).toBe(200)
  }
  stall.disable()
  expect(stall.max / 1e6).toBeLessThan(400)
}, 60_000)

test('each page is also Markdown with the real address, all are listed for programs, and the search knows their sections', async () => {
  const listed = await anonymous('/llms.txt')
  const links = [...listed.text.matchAll(/\]\(([^)]+)\)/g)].map(([, link = '']) => new URL(link))
  expect(links.length).toBeGreaterThan(20)
  for (const { origin, pathname } of links) {
    expect(origin).toBe(gateway.options.publicUrl)
    const { status, text } = await anonymous(pathname)
    expect([pathname, status, text.includes('http://localhost:8080')]).toEqual([pathname, 200, false])
  }
  const found = (await anonymous('/docs/search.json')).body.map(([path]: [string]) => path)
  expect(found).toEqual(expect.arrayContaining(['/docs/webhooks', '/docs/states#booking', '/docs/events']))
  for (const path of ['/docs/guides', '/docs/states', '/docs/events']) expect((await anonymous(path)).status).toBe(200)
})

test('HEAD for the script sends no body', async () => {
  const reply = await gateway.call('HEAD', BUNDLE_PATH, { token: null })
  expect([reply.status, reply.text]).toEqual([200, ''])
})

test('a caller that hangs up during the script leaves the gateway working', async () => {
  await new Promise<void>((resolve, reject) => {
    const request = rawRequest(gateway.url + BUNDLE_PATH, (response) => {
      response.once('data', () => {
        request.destroy()
        resolve()
      })
      response.on('error', () => {})
    })
    request.on('error', reject).end()
  })
  expect((await anonymous('/livez')).status).toBe(200)
})

test('the document is OpenAPI 3.1 and lists the operations of the running gateway', async () => {
  const { body } = await anonymous('/openapi.json')
  expect(body.openapi).toBe('3.1.0')
  expect(body.servers).toEqual([{ url: gateway.options.publicUrl }])
  expect(Object.keys(body.paths)).not.toContain('/livez')
  for (const path of Object.keys(body.paths)) {
    const methods = Object.keys(body.paths[path]).map((method) => method.toUpperCase())
    const allowed = await gateway.call('OPTIONS', path.replaceAll(/\{\w+\}/g, 'x'), { token: null })
    expect(allowed.headers.get('allow')?.split(', '), path).toEqual(expect.arrayContaining(methods))
  }
})

test('the doc_url of an error leads to its place on the error page', async () => {
  const { body } = await anonymous('/nowhere')
  const { pathname, hash, origin } = new URL(body.error.doc_url)
  const anchor = hash.slice(1)
  expect(origin).toBe(gateway.options.publicUrl)
  const { text } = await anonymous(pathname)
  expect(text).toContain(`id="${anchor}"`)
})

test('the list of event types has a schema and an example of each', async () => {
  const { status, body } = await gateway.call('GET', '/api/v1/webhooks/event-types')
  expect([status, body.meta.limit]).toEqual([200, eventTypes.length])
  for (const entry of body.data) expect(publicEventTypeSchema.parse(entry).example.type).toBe(entry.type)
})
