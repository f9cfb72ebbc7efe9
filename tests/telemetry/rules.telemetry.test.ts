/** What Prometheus itself says of its configuration and of the alert rules. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { testPromtool } from '@waybill/testing/services'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const cwd = resolve(import.meta.dirname, '../../deploy/observability')

test('every alert fires at what it is for and keeps quiet at what is like it', async () => {
  const { stdout } = await run(testPromtool(), ['test', 'rules', 'alerts.test.yml'], { cwd })
  expect(stdout).toContain('SUCCESS')
})

test('the configuration is one that Prometheus takes', async () => {
  const { stdout } = await run(testPromtool(), ['check', 'config', '--syntax-only', 'prometheus.yml'], { cwd })
  expect(stdout).toContain('SUCCESS')
})
