import { testConformance } from '../../testing/conformance-test.ts'
import { upsTestCarrier } from '../../testing/ups/test-carrier.ts'

testConformance(upsTestCarrier)
