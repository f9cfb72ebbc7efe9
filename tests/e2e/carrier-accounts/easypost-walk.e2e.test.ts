/** Runs the commands of docs/carriers/easypost.md as they stand there, with the address of a server that is shaped like EasyPost. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startEasyPostServer } from '@waybill/carriers/testing/easypost/server'
import { programEnvironment } from '@waybill/testing/program-environment'
import { expect, onTestFinished, test } from 'vitest'
import { sandbox } from '../api.ts'
import { createTenant } from '../tenant.ts'

const page = join(import.meta.dirname, '../../../docs/carriers/easypost.md')

test('the walk with a test key prints what the page says', async () => {
  const server = await startEasyPostServer()
  onTestFinished(() => server.stop())
  const folder = await mkdtemp(join(tmpdir(), 'waybill-walk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const { access_token } = await createTenant()
  const text = await readFile(page, 'utf8')
  const commands = [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, lines = '']) => lines).join('\n')
  const here = commands.replace('"name": "Shop"', `"name": "Shop", "endpoint": "${server.url}"`)
  const { stdout } = await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', here], {
    cwd: folder,
    env: {
      ...programEnvironment(),
      WAYBILL_URL: sandbox.base_url.replace(/\/+$/, ''),
      WAYBILL_API_KEY: access_token,
      EASYPOST_KEY: 'EZTK0123456789abcdef',
    },
  })
  const said = [...commands.matchAll(/# (["[%].*)$/gm)].map(([, line = '']) => line)
  expect(said).toHaveLength(7)
  for (const line of said) {
    const [start = ''] = line.split('…')
    expect(stdout).toContain(start)
  }
  expect(await readFile(join(folder, 'label.zpl'), 'utf8')).toMatch(/^\^XA/)
})
