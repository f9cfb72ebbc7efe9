import { testConformance } from '../../testing/conformance-test.ts'
import { upsTestCarrier } from '../../testing/ups/conformance.ts'

testConformance(upsTestCarrier)
