import { testConformance } from '../../testing/conformance-test.ts'
import { uberDirectTestCarrier } from '../../testing/uber-direct/test-carrier.ts'

testConformance(uberDirectTestCarrier)
