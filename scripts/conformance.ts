/**
 * `npm run conformance -w packages/carriers`: every adapter through the suite, against the simulator on a free port and
 * a database of its own, in the Postgres at DATABASE_URL or the local one. Prints `<carrier_code>: N of N`; ends with 1 unless all cases of all carriers pass.
 */
import { type ConformanceCase, type ConformanceSubject, conformanceCases } from '@waybill/carriers/conformance/suite'
import { simulatedDescriptors } from '@waybill/carriers/simulated/descriptors'
import { conformanceSubject } from '@waybill/simulator/testing/conformance'
import { startTestSimulator } from '@waybill/simulator/testing/running-simulator'

/** How many pass; those that do not are named. Side by side: each case has an account of its own. */
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
