import { testConformance } from '../../testing/conformance-test.ts'
import { doordashDriveTestCarrier } from '../../testing/doordash-drive/subject.ts'

testConformance(doordashDriveTestCarrier)
