/** Runs the commands of the README's first walk as they stand there. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@waybill/chassis/process/free-port'
import { eventually } from '@waybill/testing/eventually'
import { receiverHost } from '@waybill/testing/http-receiver'
import { programEnvironment } from '@waybill/testing/program-environment'
import { expect, onTestFinished, test } from 'vitest'
import { sandbox } from '../api.ts'
import { createTenant } from '../tenant.ts'

const root = join(import.meta.dirname, '../../..')

/** The shell commands of the section, in order. */
function getCommands(heading: string): string[] {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  const section = readme.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? ''
  return [...section.matchAll(/```sh\n(.*?)```/gs)].map(([, commands = '']) => commands)
}

test('the first walk registers, subscribes, books and delivers, and its receiver prints the webhooks', async () => {
  const [variables = '', ...steps] = getCommands('A first walk')
  expect(variables).toContain('sandbox-env.mjs')
  const { access_token } = await createTenant()
  const receiverPort = await freePort()
  const walk = spawn('bash', ['-eu', '-o', 'pipefail', '-c', `${steps.join('\n')}\nwait`], {
    cwd: root,
    detached: true, // so that its receiver can be ended with it
    env: {
      ...programEnvironment(),
      WAYBILL_URL: sandbox.base_url,
      WAYBILL_API_KEY: access_token,
      WAYBILL_RECEIVER: `http://${receiverHost}:${receiverPort}/`,
      RECEIVER_HOST: receiverHost === '127.0.0.1' ? receiverHost : '0.0.0.0',
      RECEIVER_PORT: String(receiverPort),
    },
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  walk.stdout.on('data', collect)
  walk.stderr.on('data', collect)
  onTestFinished(async () => {
    process.kill(-(walk.pid as number), 'SIGTERM')
    if (walk.exitCode === null && walk.signalCode === null) await once(walk, 'exit')
  })
  await eventually(
    () => {
      expect(walk.exitCode, output).toBeNull()
      for (const type of ['booking.created', 'shipment.delivered']) {
        expect(output).toMatch(new RegExp(`Z  ${type.replace('.', '\\.')}  #\\d`))
      }
      expect(output).toMatch(/^Booking: delivered$/m)
      expect(output).toMatch(/^http\S+\/t\/\S+\nhttp\S+\/label\?\S+$/m)
      // A reader sees what has happened: no line is a whole response.
      expect(output.split('\n').filter((line) => line.startsWith('{') || line.length > 400)).toEqual([])
    },
    { timeoutMs: 60_000 },
  )
})
