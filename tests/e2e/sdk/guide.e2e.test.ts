/** Runs the guide to the SDK as it stands there, with the package installed in an empty project. */
import { execFile } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installPackage } from '@waybill/sdk/testing/built-package'
import { programEnvironment } from '@waybill/testing/program-environment'
import { expect, onTestFinished, test } from 'vitest'
import { sandbox } from '../api.ts'
import { createTenant } from '../tenant.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../docs/guides/sdk.md'), 'utf8')
const program = [...guide.matchAll(/```js\n(.*?)```/gs)].map(([, text = '']) => text).join('\n')

test('the examples of the guide are one program, which runs to its end and prints what the comments say', async () => {
  const project = installPackage()
  onTestFinished(() => project.remove())
  writeFileSync(join(project.directory, 'ship.mjs'), program)
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ['ship.mjs'], {
    cwd: project.directory,
    timeout: 150_000,
    env: {
      ...programEnvironment(),
      WAYBILL_URL: sandbox.base_url,
      WAYBILL_API_KEY: (await createTenant()).access_token,
    },
  })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^ready\n£\d+\.\d\d\nhttps?:\/\/\S+\n422 validation_error\n/)
  for (const field of ['collection_date', 'parcels']) expect(stdout).toMatch(new RegExp(`^${field} must `, 'm'))
  expect(stdout).toMatch(/^ORDER-\d+-B cancelled$/m)
  expect(stdout).toMatch(/Z delivered$/m)
  expect(stdout).toMatch(/^shipment\.cancelled ORDER-\d+-B$/m)
  expect(stdout).toMatch(/\nshipment\.delivered ORDER-\d+\nshipment\.delivered\n3 0\n$/)
  expect(statSync(join(project.directory, 'label.pdf')).size).toBeGreaterThan(1_000)
}, 300_000) // it packs and installs first
