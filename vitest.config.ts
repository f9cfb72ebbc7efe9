import { dirname, join } from 'node:path'
import { defineConfig } from 'vitest/config'

const everywhere = '{apps,packages,scripts,deploy}/**'

/** Where a task of turbo keeps its counts, for `npm test` to add up and the cache to replay: reports/test-int.json. */
const { TURBO_HASH, npm_lifecycle_event: task, npm_package_json: manifest } = process.env
const { WAYBILL_E2E_MODE, WAYBILL_E2E_SANDBOX, WAYBILL_TEST_RECEIVER_HOST } = process.env
const report = TURBO_HASH && task && manifest && join(dirname(manifest), 'reports', `${task.replaceAll(':', '-')}.json`)

/**
 * How often a test with real services runs again after it failed. CI sets 1: a second run tells a race in a test from a
 * defect, and `npm test` lists each test that needed it. Zero at the developer's desk, and for the pure tests and faults.
 */
const retry = Number(process.env.WAYBILL_TEST_RETRIES ?? 0)

/** Polled values come from real services and browsers, on machines that may be busy. Vitest's own limit is a second. */
const expect = { poll: { timeout: 30_000 } }

export default defineConfig({
  test: {
    // CI has two cores. turbo runs two workspaces side by side, and most tests wait for services more than they compute.
    maxWorkers: 2,
    // The files of a worker share its modules: loading them anew for each file took more than half of the processor time.
    isolate: false,
    exclude: ['**/node_modules/**'],
    ...(report && { reporters: ['default', 'json'], outputFile: { json: report } }),
    coverage: { provider: 'v8', include: ['{apps,packages}/*/src/**/*.ts'], exclude: ['**/gen/**', '**/testing/**'] },
    projects: [
      {
        test: {
          name: 'unit',
          include: [`${everywhere}/*.test.ts`],
          exclude: [`${everywhere}/*.{int,programs}.test.ts`],
          testTimeout: 60_000,
        },
      },
      {
        // The plugins of the build compile the texts of the console.
        extends: 'apps/console/vite.config.ts',
        test: {
          name: 'component',
          isolate: false,
          // `extends` leaves these at vitest's own: projects of one group need the same number of workers.
          maxWorkers: 2,
          root: '.',
          include: ['apps/console/src/**/*.test.tsx'],
          environment: 'jsdom',
          setupFiles: ['apps/console/src/testing/browser.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'rules',
          include: ['tests/rules/**/*.test.ts'],
          exclude: ['**/*.int.test.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'int',
          include: [`${everywhere}/*.int.test.ts`, 'tests/{documentation,rules}/**/*.int.test.ts'],
          testTimeout: 180_000,
          retry,
          expect,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'programs',
          include: [`${everywhere}/*.programs.test.ts`, 'tests/dev/**/*.programs.test.ts'],
          testTimeout: 180_000,
          retry,
          expect,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.e2e.test.ts'],
          exclude: [
            // It always starts its own stack: beside a product that runs already, or is one process, it adds nothing.
            ...(WAYBILL_E2E_SANDBOX || WAYBILL_E2E_MODE === 'standalone' ? ['tests/e2e/events/trace.e2e.test.ts'] : []),
            // So far they have not been run against a product elsewhere.
            ...(WAYBILL_TEST_RECEIVER_HOST ? ['tests/e2e/document/{examples,any-input}.e2e.test.ts'] : []),
          ],
          globalSetup: ['tests/support/e2e-setup.ts'],
          testTimeout: 180_000,
          retry,
          expect,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.browser.test.ts'],
          globalSetup: ['tests/support/e2e-setup.ts'],
          testTimeout: 180_000,
          retry,
          expect,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'runtimes',
          include: ['tests/runtimes/**/*.runtimes.test.ts'],
          globalSetup: ['tests/support/e2e-setup.ts'],
          testTimeout: 180_000,
          retry,
          expect,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'chart',
          include: ['tests/chart/**/*.test.ts'],
          testTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'telemetry',
          include: ['tests/telemetry/**/*.telemetry.test.ts'],
          globalSetup: ['tests/telemetry/setup.ts'],
          testTimeout: 180_000,
          retry,
          expect,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'faults',
          // Each file starts and breaks its own product, so that three can run at a time. They mostly wait.
          include: ['tests/faults/**/*.fault.test.ts'],
          testTimeout: 900_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
