/** The carriers of the registry at which merchants have accounts, each with a server that is shaped like its vendor's. */
import type { RunningVendor, TestCarrier } from '../conformance/test-carrier.ts'
import { doordashDriveTestCarrier } from './doordash-drive/subject.ts'
import { easypostTestCarrier } from './easypost/conformance.ts'
import { shipengineTestCarrier } from './shipengine/conformance.ts'
import { shippoTestCarrier } from './shippo/conformance.ts'
import { uberDirectTestCarrier } from './uber-direct/subject.ts'
import { upsTestCarrier } from './ups/conformance.ts'

/** An adapter is in the conformance run and in the fault run by its line here. */
export const realTestCarriers: readonly TestCarrier<RunningVendor>[] = [
  doordashDriveTestCarrier,
  easypostTestCarrier,
  shipengineTestCarrier,
  shippoTestCarrier,
  uberDirectTestCarrier,
  upsTestCarrier,
]
