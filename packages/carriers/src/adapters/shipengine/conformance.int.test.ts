import { testConformance } from '../../testing/conformance-test.ts'
import { shipengineTestCarrier } from '../../testing/shipengine/test-carrier.ts'

testConformance(shipengineTestCarrier)
