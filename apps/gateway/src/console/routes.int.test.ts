import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { request as rawRequest } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../testing/running-gateway.ts'
import { writeBuildStatus } from './build-status.ts'

const INDEX = '<!doctype html><title>Waybill</title><script type="module" src="/console/assets/index-1.js"></script>'
const SCRIPT = `console.log("${'waybill '.repeat(500)}")`
const TILES = Buffer.from(Array.from({ length: 40_000 }, (_, index) => index % 251))

const parent = mkdtempSync(join(tmpdir(), 'waybill-console-'))
const directory = join(parent, 'dist')
const tiles = join(parent, 'world map.pmtiles')

let gateway: TestGateway
beforeAll(async () => {
  writeFileSync(tiles, TILES)
  gateway = await startTestGateway({ console: { directory, mapTiles: tiles } })
})
afterAll(async () => {
  await gateway.stop()
  rmSync(parent, { recursive: true })
})
beforeEach(async () => {
  rmSync(directory, { recursive: true, force: true })
  await writeBuildStatus(directory, null)
})

/** As a build writes them. */
function build(index = INDEX): void {
  mkdirSync(join(directory, 'assets'), { recursive: true })
  const write = (path: string, content: string | Buffer) => writeFileSync(join(directory, path), content)
  write('index.html', index)
  write('favicon.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>')
  write('assets/index-1.js', SCRIPT)
  write('assets/index-1.js.br', brotliCompressSync(SCRIPT))
  write('assets/index-1.js.gz', gzipSync(SCRIPT))
  write('assets/index-1.js.map', '{}')
  write('.env.json', '{"secret":1}')
}

const get = (path: string, headers: Record<string, string> = {}) =>
  gateway.call('GET', path, { token: null, headers: { accept: 'text/html,*/*;q=0.8', ...headers } })

/** Without the decompression of fetch. */
const download = (path: string, headers: Record<string, string> = {}) =>
  new Promise<{ status: number; headers: Record<string, unknown>; bytes: Buffer }>((resolve, reject) => {
    rawRequest(gateway.url + path, { headers }, async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes: Buffer.concat(chunks) })
    })
      .on('error', reject)
      .end()
  })

test('each path of the app is its page, which is checked for changes at each visit', async () => {
  build()
  for (const path of [
    '/console',
    '/console/',
    '/console/shipments',
    '/console/shipments/shp_1?tab=json',
    '/console/a/b/c',
  ]) {
    const page = await get(path)
    expect([page.status, page.text], path).toEqual([200, INDEX])
    expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(page.headers.get('cache-control')).toBe('no-cache')
  }
  const etag = (await get('/console')).headers.get('etag') ?? ''
  const unchanged = await get('/console/shipments', { 'if-none-match': etag })
  expect([unchanged.status, unchanged.text]).toEqual([304, ''])
  build(`${INDEX}<p>`)
  const changed = await get('/console', { 'if-none-match': etag })
  expect([changed.status, changed.text]).toEqual([200, `${INDEX}<p>`])
})

test('its policy allows neither inline scripts nor other origins, and no page may frame it', async () => {
  build()
  const policy = (await get('/console')).headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; script-src 'self';/)
  expect(policy).toContain("connect-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("worker-src 'self';")
  expect(policy).not.toMatch(/https?:|\*|unsafe-eval|script-src[^;]*unsafe/)
})

test('assets are kept for good, in the smallest form that the caller accepts', async () => {
  build()
  const path = '/console/assets/index-1.js'
  const forms = [
    { accepts: 'gzip, deflate, br, zstd', encoding: 'br', decode: brotliDecompressSync },
    { accepts: 'gzip', encoding: 'gzip', decode: gunzipSync },
    { accepts: 'br;q=0, gzip;q=0.5', encoding: 'gzip', decode: gunzipSync },
    { accepts: 'identity', encoding: undefined, decode: (bytes: Buffer) => bytes },
  ]
  for (const { accepts, encoding, decode } of forms) {
    const { status, headers, bytes } = await download(path, { 'accept-encoding': accepts })
    expect([status, headers['content-encoding']], accepts).toEqual([200, encoding])
    expect(decode(bytes).toString()).toBe(SCRIPT)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-length': String(bytes.length),
      vary: 'accept-encoding',
      'x-content-type-options': 'nosniff',
    })
  }
  const svg = await get('/console/favicon.svg')
  expect([svg.headers.get('content-type'), svg.headers.get('cache-control')]).toEqual(['image/svg+xml', 'no-cache'])
})

test('HEAD has the headers of GET and no body', async () => {
  build()
  const reply = await gateway.call('HEAD', '/console/assets/index-1.js', { token: null })
  expect([reply.status, reply.text]).toEqual([200, ''])
  expect(Number(reply.headers.get('content-length'))).toBeGreaterThan(10)
})

test('a file that is not there is unknown, and not the page', async () => {
  build()
  for (const path of ['assets/index-0.js', 'assets/', 'assets/x', 'robots.txt', '.env.json', 'assets/index-1.js.br']) {
    const reply = await get(`/console/${path}`)
    expect([path, reply.status, reply.body?.error.code]).toEqual([path, 404, 'route_not_found'])
  }
})

test('no path leads out of the folder', async () => {
  build()
  writeFileSync(join(parent, 'secret.json'), '{"secret":2}')
  const paths = [
    '/console/../secret.json',
    '/console/%2e%2e/secret.json',
    '/console/..%2fsecret.json',
    '/console/assets/..%2f..%2fsecret.json',
    '/console/..%5csecret.json',
    '/console//etc/passwd',
    `/console/${encodeURIComponent(join(parent, 'secret.json'))}`,
    '/console/assets/%00',
  ]
  for (const path of paths) {
    // fetch would normalise them.
    const { hostname, port } = new URL(gateway.url)
    const socket = connect(Number(port), hostname)
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: close\r\n\r\n`)
    const answer = await text(socket)
    expect(answer, path).not.toMatch(/secret":|root:/)
    expect(answer, path).toMatch(/^HTTP\/1.1 (404|200)/)
  }
})

test('while the console is being built, the page says so and reloads itself', async () => {
  const startedAt = new Date(Date.now() - 80_000).toISOString()
  await writeBuildStatus(directory, { state: 'building', step: 'downloads', startedAt })
  const page = await get('/console/shipments')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
  expect(page.text).toContain('The console is being built')
  expect(page.text).toMatch(/Step 2 of 3: packing the SDK and the command line\. Begun 1 min 2\d s ago\./)
  expect(page.text).toContain('location.reload()')
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-/)
  build()
  expect((await get('/console/shipments')).text).toBe(INDEX)
})

test('a failed build is shown with what it printed, as text', async () => {
  await writeBuildStatus(directory, { state: 'failed', output: 'cannot resolve <script>' })
  const page = await get('/console')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, null])
  expect(page.text).toContain('could not be built')
  expect(page.text).toContain('cannot resolve &lt;script&gt;')
  expect(page.text).toContain('npm run build -- --filter @waybill/console')
  expect(page.text).not.toContain('location.reload()')
})

test('without a build the page says how to make one, and opens when it is there', async () => {
  const page = await get('/console')
  expect(page.status).toBe(503)
  expect(page.text).toContain('location.reload()')
  expect(page.text).toContain('npm run build -- --filter @waybill/console')
})

test('the map is sent in ranges, and the configuration says where it is', async () => {
  const { body, headers } = await get('/console/config.json')
  expect(body).toEqual({
    version: expect.stringMatching(/^\d+\.\d+\.\d+(-rc\.\d+)?$/),
    map_tiles_url: '/console/map.pmtiles',
  })
  expect(headers.get('cache-control')).toBe('no-cache')
  const range = await download(body.map_tiles_url, { range: 'bytes=100-299' })
  expect(range.status).toBe(206)
  expect(range.headers).toMatchObject({ 'content-range': 'bytes 100-299/40000', 'content-length': '200' })
  expect(range.headers.etag).toBeDefined()
  expect(range.bytes.equals(TILES.subarray(100, 300))).toBe(true)
  const known = await download(body.map_tiles_url, { 'if-none-match': String(range.headers.etag) })
  expect([known.status, known.bytes.length]).toEqual([304, 0])
  const beyond = await download(body.map_tiles_url, { range: 'bytes=50000-50010' })
  expect([beyond.status, beyond.headers['content-range']]).toEqual([416, 'bytes */40000'])
  const head = await gateway.call('HEAD', body.map_tiles_url, { token: null })
  expect([head.status, head.headers.get('content-length')]).toEqual([200, '40000'])
})

test('without a map there are no tiles, and a development server can serve the console instead', async () => {
  const other = await startTestGateway({ console: { directory, devServer: 'http://localhost:5173' } })
  onTestFinished(() => other.stop())
  const call = (path: string) => other.call('GET', path, { token: null, redirect: 'manual' })
  expect((await call('/console/config.json')).body.map_tiles_url).toBeNull()
  expect((await call('/console/map.pmtiles')).status).toBe(404)
  for (const path of ['', '/sign-in']) {
    const reply = await call(`/console${path}`)
    expect([reply.status, reply.headers.get('location')]).toEqual([307, `http://localhost:5173/console${path || '/'}`])
  }
})

test('the pages of the console share the rate limit of an address with other callers; its scripts do not count', async () => {
  build()
  const other = await startTestGateway({ console: { directory }, addressRateLimit: 1 })
  onTestFinished(() => other.stop())
  const statuses = []
  for (let n = 0; n < 4; n++) statuses.push((await other.call('GET', '/console', { token: null })).status)
  expect(statuses.at(-1)).toBe(429)
  expect((await other.call('GET', '/console/assets/index-1.js', { token: null })).status).toBe(200)
})
