import { testConformance } from '../../testing/conformance-test.ts'
import { uberDirectTestCarrier } from '../../testing/uber-direct/subject.ts'

testConformance(uberDirectTestCarrier)
