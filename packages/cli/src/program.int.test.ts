import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { run } from './program.ts'

const folder = mkdtempSync(join(tmpdir(), 'waybill-cli-'))
// Not our admin API but something else on its port.
const stranger = createServer((_request, response) => response.end('<html>'))
beforeAll(() => new Promise<void>((resolve) => void stranger.listen(0, '127.0.0.1', resolve)))
afterAll(() => {
  stranger.close()
  rmSync(folder, { recursive: true })
})

async function waybill(args: string[], env: Record<string, string> = {}) {
  let out = ''
  let err = ''
  const exitCode = await run(args, {
    env: { WAYBILL_DATA_DIR: folder, ...env },
    out: (text) => {
      out += text
    },
    err: (text) => {
      err += text
    },
  })
  return { exitCode, out, err }
}

test('help is no failure, an unknown command is wrong usage', async () => {
  const help = await waybill(['admin', '--help'])
  expect(help.exitCode).toBe(0)
  for (const command of ['merchants', 'environments', 'keys', 'demo']) expect(help.out).toContain(command)
  expect(await waybill(['nonsense'])).toMatchObject({ exitCode: 2, err: expect.stringContaining('nonsense') })
  expect((await waybill(['admin', 'keys', 'create', 'env_1', '--rate-limit', 'x'])).exitCode).toBe(2)
  expect((await waybill(['admin', 'environments', 'create', 'mer_1', '--mode', 'prod'])).exitCode).toBe(2)
})

test('without an address or a token it says how to give them', async () => {
  const { exitCode, err } = await waybill(['admin', 'demo'])
  expect(exitCode).toBe(2)
  expect(err).toContain('WAYBILL_ADMIN_URL and WAYBILL_ADMIN_TOKEN')
  expect((await waybill(['admin', 'demo'], { WAYBILL_ADMIN_URL: 'http://x' })).err).toContain(
    'Set WAYBILL_ADMIN_TOKEN,',
  )
})

test('what is not set comes from the sandbox file', async () => {
  const { port } = stranger.address() as AddressInfo
  const file = join(folder, 'sandbox.json')
  writeFileSync(file, JSON.stringify({ admin_url: `http://127.0.0.1:${port}`, admin_token: 'x' }))
  expect(await waybill(['admin', 'demo'])).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('not as the admin API'),
  })
  writeFileSync(file, 'not JSON')
  expect(await waybill(['admin', 'demo'])).toMatchObject({ exitCode: 2, err: expect.stringContaining('is not JSON') })
  rmSync(file)
})

test('an unreachable server exits with 3', async () => {
  const env = { WAYBILL_ADMIN_URL: 'http://127.0.0.1:9', WAYBILL_ADMIN_TOKEN: 'x' }
  const { exitCode, err } = await waybill(['admin', 'merchants', 'list'], env)
  expect(exitCode).toBe(3)
  expect(err).toBe('The admin API at http://127.0.0.1:9 cannot be reached (ECONNREFUSED). Is Waybill running?\n')
})
