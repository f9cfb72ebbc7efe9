import { afterAll, beforeAll, describe, test } from 'vitest'
import { conformanceCases } from '../conformance/suite.ts'
import type { RunningTestCarrier, TestCarrier } from '../conformance/test-carrier.ts'

/** Declares a test for each conformance case that applies to the carrier: one after the other, but beside those of other carriers. */
export function testConformance({ descriptor, traits, start }: TestCarrier): void {
  describe.concurrent(descriptor.carrierCode, () => {
    let running: RunningTestCarrier
    beforeAll(async () => {
      running = await start()
    })
    afterAll(() => running?.stop())

    test.for(conformanceCases(descriptor, traits))('$name', { concurrent: false }, ({ run }) => run(running.subject()))
  })
}
