import { testConformance } from '../../testing/conformance-test.ts'
import { shippoTestCarrier } from '../../testing/shippo/test-carrier.ts'

testConformance(shippoTestCarrier)
