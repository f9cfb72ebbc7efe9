/**
 * `npm run conformance`: runs every adapter through the conformance suite: the simulated carriers and the own fleet
 * with a temporary database at DATABASE_URL or on the local Postgres, the others against servers that are shaped like
 * their vendor's. Prints `<carrier_code>: N of N` and exits with 1 unless
 * every case of every carrier passes.
 */
import { ownFleetTestCarrier } from '@waybill/booking/testing/fleet-conformance'
import { type ConformanceCase, type ConformanceSubject, conformanceCases } from '@waybill/carriers/conformance/suite'
import type { TestCarrier } from '@waybill/carriers/conformance/test-carrier'
import { realTestCarriers } from '@waybill/carriers/testing/real-carriers'
import { simulatedTestCarriers } from '@waybill/simulator/testing/conformance'

/** More would compete for the processor until calls reach their timeouts. */
const CASES_AT_A_TIME = 8

/** Number of cases that pass; prints those that fail. Each uses its own account. */
async function run(cases: readonly ConformanceCase[], subject: () => ConformanceSubject): Promise<number> {
  let passed = 0
  const waiting = [...cases]
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      try {
        await next.run(subject())
        passed += 1
      } catch (error) {
        console.error(`✗ ${next.name}\n  ${error}`)
      }
    }
  }
  await Promise.all(Array.from({ length: CASES_AT_A_TIME }, work))
  return passed
}

async function report({ descriptor, traits, start }: TestCarrier): Promise<void> {
  const running = await start()
  try {
    const cases = conformanceCases(descriptor, traits)
    const passed = await run(cases, running.subject)
    console.log(`${descriptor.carrierCode}: ${passed} of ${cases.length}`)
    if (passed < cases.length) process.exitCode = 1
  } finally {
    await running.stop()
  }
}

if (process.env.DATABASE_URL) process.env.WAYBILL_TEST_POSTGRES_URL ??= process.env.DATABASE_URL
for (const carrier of [...simulatedTestCarriers, ...realTestCarriers, ownFleetTestCarrier]) await report(carrier)
