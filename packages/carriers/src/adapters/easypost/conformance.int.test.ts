import { testConformance } from '../../testing/conformance-test.ts'
import { easypostTestCarrier } from '../../testing/easypost/conformance.ts'

testConformance(easypostTestCarrier)
