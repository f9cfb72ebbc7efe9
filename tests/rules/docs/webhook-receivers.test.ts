/** The example receivers of the guide to webhooks accept our signatures, and no others. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { eventually } from '@waybill/testing/eventually'
import { Webhook } from 'standardwebhooks'
import { expect, onTestFinished, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../docs/guides/receivers')
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
const body = JSON.stringify({ id: 'evt_1', type: 'shipment.delivered', name: 'Grüße' })

/** The command of each receiver, as in its first line. */
const commands: Record<string, (port: number) => string[]> = {
  'receiver.mjs': () => ['node', 'receiver.mjs'],
  'receiver.py': () => ['python3', 'receiver.py'],
  'receiver.go': () => ['go', 'run', 'receiver.go'],
  'receiver.php': (port) => ['php', '-S', `127.0.0.1:${port}`, 'receiver.php'],
  'receiver.ru': (port) => ['rackup', '-o', '127.0.0.1', '-p', String(port), 'receiver.ru'],
  'Receiver.java': () => ['java', 'Receiver.java'],
}

/** The headers of a message that is signed with the key now, or `ageSeconds` ago. */
function signedHeaders(key: string, ageSeconds = 0): Record<string, string> {
  const at = new Date(Date.now() - ageSeconds * 1_000)
  return {
    'webhook-id': 'evt_1',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': `v1,AAAA ${new Webhook(key).sign('evt_1', at, body)}`,
  }
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

test('every receiver has a command', () => {
  expect(Object.keys(commands).sort()).toEqual(readdirSync(folder).sort())
})

// A language that the machine lacks is not run.
const available = Object.entries(commands).filter(([, command]) => {
  const [program = ''] = command(0)
  return spawnSync(program, [program === 'go' ? 'version' : '--version']).error === undefined
})

test.each(available)(
  '%s accepts a genuine message, and refuses another secret, a changed body and an old message',
  async (_file, command) => {
    const port = await findFreePort()
    const [program = '', ...words] = command(port)
    const env = { ...process.env, PORT: String(port), WAYBILL_WEBHOOK_SECRET: secret }
    // `go run` starts the receiver as another process of the group.
    const receiver = spawn(program, words, { cwd: folder, env, stdio: 'ignore', detached: true })
    onTestFinished(async () => {
      if (receiver.pid !== undefined) process.kill(-receiver.pid)
      if (receiver.exitCode === null && receiver.signalCode === null) await once(receiver, 'exit')
    })
    const send = async (headers: Record<string, string>, sent = body) =>
      (await fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: sent })).status
    await eventually(async () => expect(await send(signedHeaders(secret))).toBe(204), { timeoutMs: 30_000 })
    const other = `whsec_${Buffer.alloc(32, 8).toString('base64')}`
    expect(await send(signedHeaders(other))).toBe(401)
    expect(await send(signedHeaders(secret), `${body} `)).toBe(401)
    expect(await send(signedHeaders(secret, 600))).toBe(401)
    expect(await send({})).toBe(401)
  },
  60_000,
)
