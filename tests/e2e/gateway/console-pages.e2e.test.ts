/** The console as a browser loads it from a running product. */
import { brotliDecompressSync } from 'node:zlib'
import { request } from 'undici'
import { expect, test } from 'vitest'
import { get, sandbox } from '../api.ts'

const anonymous = (path: string, headers: Record<string, string> = {}) => get(path, { token: null, headers })

/** The files that the page loads first, by the end of their names. */
async function firstFiles(): Promise<string[]> {
  const { text } = await anonymous('/console')
  return [...text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => String(path))
}

test('the page loads files of the console only, and its policy allows nothing else', async () => {
  const page = await anonymous('/console')
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  const policy = page.headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self';/)
  expect(policy).toContain("frame-ancestors 'none'")
  expect(page.text).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/)
  const files = await firstFiles()
  expect(files.filter((path) => !path.startsWith('/console/'))).toEqual([])
  expect(files.some((path) => path.endsWith('.js'))).toBe(true)
  expect(files.some((path) => path.endsWith('.css'))).toBe(true)
  for (const path of files) expect((await anonymous(path)).status, path).toBe(200)
})

test('a link to a screen of the console opens it', async () => {
  const { text, headers } = await anonymous('/console')
  for (const path of ['/console/', '/console/shipments', '/console/shipments/shp_1?tab=events']) {
    const page = await anonymous(path)
    expect([page.status, page.text === text], path).toEqual([200, true])
  }
  const unchanged = await anonymous('/console/shipments', { 'if-none-match': headers.get('etag') ?? '' })
  expect(unchanged.status).toBe(304)
})

test('scripts come compressed and are kept for good', async () => {
  const script = (await firstFiles()).find((path) => path.endsWith('.js')) ?? ''
  const plain = await anonymous(script)
  // Not fetch, which decompresses.
  const { statusCode, headers, body } = await request(new URL(script, sandbox.base_url), {
    headers: { 'accept-encoding': 'gzip, deflate, br' },
  })
  const compressed = Buffer.from(await body.arrayBuffer())
  expect([statusCode, headers['content-encoding'], headers.vary]).toEqual([200, 'br', 'accept-encoding'])
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(brotliDecompressSync(compressed).toString()).toBe(plain.text)
  expect(compressed.length).toBeLessThan(plain.text.length / 2)
})

test('a file that the console does not have is unknown', async () => {
  for (const path of ['/console/assets/index-00000000.js', '/console/robots.txt', '/console/.vite/manifest.json']) {
    const reply = await anonymous(path)
    expect([reply.status, reply.body?.error.code], path).toEqual([404, 'route_not_found'])
  }
})
