/** The carriers of the registry at which merchants have accounts, each with a server that is shaped like its vendor's. */
import type { RunningVendor, TestCarrier } from '../conformance/test-carrier.ts'
import { doordashDriveTestCarrier } from './doordash-drive/test-carrier.ts'
import { easypostTestCarrier } from './easypost/test-carrier.ts'
import { shipengineTestCarrier } from './shipengine/test-carrier.ts'
import { shippoTestCarrier } from './shippo/test-carrier.ts'
import { uberDirectTestCarrier } from './uber-direct/test-carrier.ts'
import { upsTestCarrier } from './ups/test-carrier.ts'

/** An adapter is in the conformance run and in the fault run by its line here. */
export const realTestCarriers: readonly TestCarrier<RunningVendor>[] = [
  doordashDriveTestCarrier,
  easypostTestCarrier,
  shipengineTestCarrier,
  shippoTestCarrier,
  uberDirectTestCarrier,
  upsTestCarrier,
]
