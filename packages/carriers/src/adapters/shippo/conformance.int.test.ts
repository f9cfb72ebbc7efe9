import { testConformance } from '../../testing/conformance-test.ts'
import { shippoTestCarrier } from '../../testing/shippo/conformance.ts'

testConformance(shippoTestCarrier)
