/** Checks the Prometheus configuration and the alert rules with promtool. */
import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { testPromtool } from '@waybill/testing/services'
import { expect, test } from 'vitest'

const run = promisify(execFile)
const cwd = resolve(import.meta.dirname, '../../deploy/observability')

test('fires every alert on its failure and not on similar states', async () => {
  const { stdout } = await run(testPromtool(), ['test', 'rules', 'alerts.test.yml'], { cwd })
  expect(stdout).toContain('SUCCESS')
})

test('accepts the Prometheus configuration', async () => {
  const { stdout } = await run(testPromtool(), ['check', 'config', '--syntax-only', 'prometheus.yml'], { cwd })
  expect(stdout).toContain('SUCCESS')
})
