/** Merchants set the look of their tracking pages, which recipients see. */
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestGateway, type TestGateway } from '../../testing/running-gateway.ts'

const BRANDING = '/api/v1/branding'
const LOGO = `${BRANDING}/logo`

let gateway: TestGateway
beforeAll(async () => {
  gateway = await startTestGateway()
  gateway.services.answer('ShipmentService.Follow', ({ request }) => ({
    shipment: { shipment_id: 'shp_1', dropoff_address: { city: 'London', country: 'GB' } },
    news: { environment_id: request.tracking_token, shipment_id: 'shp_1', status: 'ready', position: 0, entries: [] },
  }))
})
afterAll(() => gateway?.stop())
beforeEach(async () => {
  expect((await call('DELETE', BRANDING)).status).toBe(204)
})

const call = (method: string, path: string, options: Parameters<TestGateway['call']>[2] = {}) =>
  gateway.call(method, path, options)
const patch = (body: object) => call('PATCH', BRANDING, { body })
/** The scripted service takes the environment for the token. */
const visit = (environmentId = gateway.environmentId) => call('GET', `/t/${environmentId}`, { token: null })
const getPath = (url: string) => new URL(url).pathname

/** A black PNG. */
function png(width: number, height: number): Uint8Array<ArrayBuffer> {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const sum = Buffer.alloc(4)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 8
  const rows = deflateSync(Buffer.alloc(height * (width + 1)))
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  return new Uint8Array(
    Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))]),
  )
}
function crc32(bytes: Buffer): number {
  let sum = ~0
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xedb88320 : 0)
  }
  return ~sum >>> 0
}
const upload = (raw: Uint8Array<ArrayBuffer> | string, headers: Record<string, string> = {}) =>
  call('POST', LOGO, { raw, headers: { 'content-type': 'image/png', ...headers } })

const nothing = { display_name: null, accent_color: null, support_url: null, support_phone: null, logo: null }

test('every part is null until it is set, and again after a reset', async () => {
  const empty = { environment_id: gateway.environmentId, ...nothing, updated_at: null }
  expect((await call('GET', BRANDING)).body.data).toEqual(empty)
  const look = {
    display_name: 'Corner Bakery',
    accent_color: '#7A0019',
    support_url: 'https://example.com/help?a=1&b=2',
  }
  const set = await patch({ ...look, support_phone: '+44 20 7946 0000' })
  expect(set.body.data).toMatchObject({ ...look, accent_color: '#7a0019', support_phone: '+44 20 7946 0000' })
  expect((await patch({ ...set.body.data, support_phone: null })).body.data).toMatchObject({ support_phone: null })
  await call('DELETE', BRANDING)
  expect((await call('GET', BRANDING)).body.data).toEqual(empty)
})

test('a wrong body names every wrong field and changes nothing', async () => {
  const wrong = {
    display_name: 'x'.repeat(81),
    accent_color: '#ffcc00',
    support_url: 'javascript:alert(1)',
    support_phone: 'call us',
    logo: { url: 'https://example.com/logo.png' },
    font: 'Comic Sans',
  }
  const { status, body } = await patch(wrong)
  expect([
    status,
    body.error.details.map(({ field, code }: { field: string; code: string }) => [field, code]).sort(),
  ]).toEqual([
    422,
    [
      ['accent_color', 'invalid_value'],
      ['display_name', 'too_long'],
      ['font', 'unknown_field'],
      ['logo', 'read_only'],
      ['support_phone', 'invalid_format'],
      ['support_url', 'invalid_format'],
    ],
  ])
  expect(body.error.details.find(({ field }: { field: string }) => field === 'accent_color').message).toMatch(
    /must be darker: its contrast with white is 1\.\d/,
  )
  for (const support_url of ['http://example.com', 'https://user:pass@example.com', 'example.com', 'data:text/html,x'])
    expect((await patch({ support_url })).status, support_url).toBe(422)
  expect((await call('GET', BRANDING)).body.data).toMatchObject(nothing)
})

test('a logo is judged by its content, served to anybody by its URL, and replaced under another one', async () => {
  const first = await upload(png(20, 10), { 'content-type': 'text/plain' })
  expect(first.body.data.logo).toMatchObject({ content_type: 'image/png', width: 20, height: 10 })
  const { url } = first.body.data.logo
  expect(url).toMatch(/^https:\/\/api\.example\.com\/logos\/[\w-]{22}$/)
  const served = await call('GET', getPath(url), { token: null })
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(served.headers.get('cache-control')).toContain('immutable')
  expect(served.headers.get('x-content-type-options')).toBe('nosniff')

  const second = (await upload(png(30, 30))).body.data.logo.url
  expect(second).not.toBe(url)
  expect((await call('GET', getPath(url), { token: null })).status).toBe(404)
  expect((await patch({ display_name: 'Bakery' })).body.data.logo.url).toBe(second)
  expect((await call('GET', getPath(second), { token: null })).status).toBe(200)
  expect((await call('DELETE', LOGO)).status).toBe(204)
  expect((await call('GET', getPath(second), { token: null })).status).toBe(404)
  expect((await call('GET', BRANDING)).body.data).toMatchObject({ logo: null, display_name: 'Bakery' })
})

test('what is no PNG, JPEG or WebP image, or too large, is refused', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  const cut = png(10, 10).slice(0, 12)
  const gif = new Uint8Array(Buffer.from('4749463839610a000a0000000000', 'hex'))
  for (const raw of [svg, cut, gif, '', '<html>']) {
    const reply = await upload(raw)
    expect([reply.status, reply.body.error.code]).toEqual([422, 'invalid_image'])
  }
  expect((await upload(png(2_049, 1))).body.error).toMatchObject({
    code: 'invalid_image',
    message: 'The logo has 2049 × 1 pixels; 2048 are allowed on each side. Send a smaller one.',
  })
  const large = new Uint8Array(256 * 1024 + 1)
  large.set(png(10, 10))
  expect((await upload(large)).status).toBe(413)
  expect((await call('GET', BRANDING)).body.data.logo).toBeNull()
})

test('an Idempotency-Key covers the bytes of the logo', async () => {
  const headers = { 'idempotency-key': 'logo' }
  const first = await upload(png(5, 5), headers)
  expect((await upload(png(5, 5), headers)).text).toBe(first.text)
  expect((await upload(png(6, 6), headers)).body.error.code).toBe('idempotency_key_reused')
})

test('a change with a stale ETag is refused', async () => {
  await patch({ display_name: 'One' })
  const stale = { headers: { 'if-match': '"0"' } }
  expect((await call('PATCH', BRANDING, { ...stale, body: { display_name: 'Two' } })).status).toBe(412)
  expect((await call('DELETE', BRANDING, stale)).status).toBe(412)
  expect((await call('DELETE', LOGO, stale)).status).toBe(412)
})

test('the tracking page shows the look of its environment only, escaped, within its policy', async () => {
  await patch({
    display_name: '<b>Bread & "Co"</b>',
    accent_color: '#7a0019',
    support_url: 'https://example.com/?a=1&b="',
    support_phone: '+44 (0)20 7946 0000 ext. 5',
  })
  const { url } = (await upload(png(40, 20))).body.data.logo
  const { text, headers } = await visit()
  expect(text).toContain(`<img src="${getPath(url)}" width="40" height="20" alt="">`)
  expect(text).toContain('&lt;b&gt;Bread &amp; &quot;Co&quot;&lt;/b&gt;')
  expect(text).toContain('href="https://example.com/?a=1&amp;b=&quot;"')
  expect(text).toContain('href="tel:+442079460000;ext=5"')
  expect(text).toContain('--accent: #7a0019')
  expect(headers.get('content-security-policy')).not.toContain('unsafe')
  expect(headers.get('content-security-policy')).toContain("img-src 'self'")

  const { environmentIds } = await gateway.createTenant()
  const other = await visit(environmentIds[0])
  expect(other.text).not.toMatch(/<img|#7a0019|Bread|tel:/)
  expect(other.headers.get('content-security-policy')).not.toContain('img-src')
})

test('the tracking page has the name of the merchant until there is a name or logo', async () => {
  const name = '<header class="brand"><span>Corner Bakery</span></header>'
  expect((await visit()).text).toContain(name)
  await patch({ display_name: 'The Bread Shop' })
  expect((await visit()).text).not.toContain(name)
})

test('branding is that of the environment of the token, and each scope is needed', async () => {
  await patch({ display_name: 'Ours' })
  const { tokens } = await gateway.createTenant()
  const theirs = await call('GET', BRANDING, { token: tokens[0] })
  expect(theirs.body.data).toMatchObject(nothing)
  await call('DELETE', BRANDING, { token: tokens[0] })
  expect((await call('GET', BRANDING)).body.data.display_name).toBe('Ours')
  const reader = (await gateway.createKey({ scopes: ['settings:read'] })).token
  expect((await call('GET', BRANDING, { token: reader })).status).toBe(200)
  expect((await call('DELETE', LOGO, { token: reader })).status).toBe(403)
})
