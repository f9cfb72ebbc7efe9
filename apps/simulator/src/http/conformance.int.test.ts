import { conformanceCases } from '@waybill/carriers/conformance/suite'
import { simulatedDescriptors } from '@waybill/carriers/simulated/descriptors'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { conformanceSubject } from '../testing/conformance.ts'
import { type RunningTestSimulator, startTestSimulator } from '../testing/running-simulator.ts'

let simulator: RunningTestSimulator

beforeAll(async () => {
  simulator = await startTestSimulator()
})
afterAll(() => simulator?.stop())

describe.each(simulatedDescriptors)('$carrierCode', (descriptor) => {
  test.for(conformanceCases(descriptor))('$name', async ({ run }) => {
    await run(conformanceSubject(simulator, descriptor.carrierCode))
  })
})
