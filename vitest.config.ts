import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'

const everywhere = '{apps,packages,scripts,deploy}/**'

/** Where a task of turbo keeps its counts, for `npm test` to add up and the cache to replay: reports/test-int.json. */
const { TURBO_HASH, npm_lifecycle_event: task, npm_package_json: manifest } = process.env
const report = TURBO_HASH && task && manifest && join(dirname(manifest), 'reports', `${task.replaceAll(':', '-')}.json`)

export default defineConfig({
  test: {
    // Tests share the machine with the services they run against; two cores is what CI has.
    maxWorkers: 2,
    exclude: ['**/node_modules/**'],
    ...(report && { reporters: ['default', 'json'], outputFile: { json: report } }),
    projects: [
      { test: { name: 'unit', include: [`${everywhere}/*.test.ts`], exclude: [`${everywhere}/*.int.test.ts`] } },
      { test: { name: 'rules', include: ['tests/rules/**/*.test.ts'], exclude: ['**/*.int.test.ts'] } },
      {
        test: {
          name: 'int',
          include: [`${everywhere}/*.int.test.ts`, 'tests/rules/*.int.test.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.test.ts'],
          // A product that runs already, elsewhere: what a test would start here says nothing about it.
          exclude: process.env.WAYBILL_E2E_SANDBOX ? ['tests/e2e/trace.e2e.test.ts'] : [],
          globalSetup: ['tests/support/e2e-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.browser.test.ts'],
          globalSetup: ['tests/support/e2e-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'telemetry',
          include: ['tests/telemetry/**/*.telemetry.test.ts'],
          globalSetup: ['tests/telemetry/setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.fault.test.ts'],
          fileParallelism: false, // each breaks something that the others stand on
          testTimeout: 300_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
