import { testConformance } from '../../testing/conformance-test.ts'
import { doordashDriveTestCarrier } from '../../testing/doordash-drive/test-carrier.ts'

testConformance(doordashDriveTestCarrier)
