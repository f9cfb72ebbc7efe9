import { testConformance } from '../../testing/conformance-test.ts'
import { easypostTestCarrier } from '../../testing/easypost/test-carrier.ts'

testConformance(easypostTestCarrier)
