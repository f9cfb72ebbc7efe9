import { testConformance } from '../../testing/conformance-test.ts'
import { shipengineTestCarrier } from '../../testing/shipengine/conformance.ts'

testConformance(shipengineTestCarrier)
