/** Runs the README of the SDK as it stands there, with the package installed in an empty project. */
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { freePort } from '@waybill/chassis/process/free-port'
import { installPackage } from '@waybill/sdk/testing/built-package'
import { eventually } from '@waybill/testing/eventually'
import { receiverHost } from '@waybill/testing/http-receiver'
import { programEnvironment } from '@waybill/testing/program-environment'
import { expect, onTestFinished, test } from 'vitest'
import { getData, post, sandbox } from '../api.ts'
import { createTenant } from '../tenant.ts'

const root = join(import.meta.dirname, '../../..')
const readme = readFileSync(join(root, 'packages/sdk/README.md'), 'utf8')
const program = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, text = '']) => text).join('\n')

test('the examples of the README are one program, which compiles and runs to its end', async () => {
  const project = installPackage()
  onTestFinished(() => project.remove())
  symlinkSync(join(root, 'node_modules/@types'), join(project.directory, 'node_modules/@types'))
  writeFileSync(join(project.directory, 'readme.mjs'), program)
  const flags = '--noEmit --allowJs --checkJs --strict --skipLibCheck --target es2023 --module nodenext --types node'
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  // Not in this thread: connections that the product closes in the meantime have to be noticed.
  await promisify(execFile)(process.execPath, [tsc, ...flags.split(' '), 'readme.mjs'], { cwd: project.directory })

  const { access_token } = await createTenant()
  const port = await freePort()
  const subscription = { url: `http://${receiverHost}:${port}/`, events: ['shipment.delivered'] }
  const { secret } = getData(await post('/api/v1/webhooks/subscriptions', subscription, { token: access_token }), 201)
  const running = spawn(process.execPath, ['readme.mjs'], {
    cwd: project.directory,
    env: {
      ...programEnvironment(),
      WAYBILL_URL: sandbox.base_url,
      WAYBILL_API_KEY: access_token,
      WAYBILL_WEBHOOK_SECRET: secret,
      PORT: String(port),
    },
  })
  onTestFinished(async () => {
    running.kill()
    if (running.exitCode === null && running.signalCode === null) await once(running, 'exit')
  })
  let output = ''
  const collect = (chunk: Buffer) => {
    output += chunk
  }
  running.stdout.on('data', collect)
  running.stderr.on('data', collect)
  await eventually(
    () => {
      expect(running.exitCode, output).toBeNull()
      expect(output).toMatch(/^£\d+\.\d\d\nassigned\nshp_\w+ ready\n/)
      expect(output).toContain('404 shipment_not_found\n')
      expect(output).toMatch(/Z delivered\n/)
      expect(output).toMatch(/Z shipment\.delivered shp_\w+\n/)
      expect(output).toMatch(/£\d+\.\d\d \d+ \d+n\n/)
      expect(output).toMatch(/^delivered shp_\w+$/m) // by its webhook
    },
    { timeoutMs: 150_000 },
  )
}, 300_000) // it packs and installs first
