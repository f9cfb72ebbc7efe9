/**
 * `npm run conformance -w packages/carriers`: runs every adapter through the conformance suite, against a simulator with
 * a temporary database at DATABASE_URL or on the local Postgres. Prints `<carrier_code>: N of N` and exits with 1 unless
 * every case of every carrier passes.
 */
import { type ConformanceCase, type ConformanceSubject, conformanceCases } from '@waybill/carriers/conformance/suite'
import { simulatedDescriptors } from '@waybill/carriers/simulated/descriptors'
import { conformanceSubject } from '@waybill/simulator/testing/conformance'
import { startTestSimulator } from '@waybill/simulator/testing/running-simulator'

/** Number of cases that pass; prints those that fail. They run in parallel: each uses its own account. */
async function run(cases: readonly ConformanceCase[], subject: () => ConformanceSubject): Promise<number> {
  const outcomes = await Promise.allSettled(cases.map((conformanceCase) => conformanceCase.run(subject())))
  outcomes.forEach((outcome, index) => {
    if (outcome.status === 'rejected') console.error(`✗ ${cases[index]?.name}\n  ${outcome.reason}`)
  })
  return outcomes.filter(({ status }) => status === 'fulfilled').length
}

if (process.env.DATABASE_URL) process.env.WAYBILL_TEST_POSTGRES_URL ??= process.env.DATABASE_URL
const simulator = await startTestSimulator()
try {
  for (const descriptor of simulatedDescriptors) {
    const cases = conformanceCases(descriptor)
    const passed = await run(cases, () => conformanceSubject(simulator, descriptor.carrierCode))
    console.log(`${descriptor.carrierCode}: ${passed} of ${cases.length}`)
    if (passed < cases.length) process.exitCode = 1
  }
} finally {
  await simulator.stop()
}
