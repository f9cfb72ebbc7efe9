import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { accountCalls } from './account-calls.ts'
import { bookingCalls } from './booking-calls.ts'
import { parseCallback } from './callback.ts'
import { createDoorDashDriveClient, type DoorDashDriveOptions } from './client.ts'
import { doordashDriveDescriptor } from './descriptor.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { quoteCalls } from './quote-calls.ts'

/** The adapter to DoorDash Drive, for accounts of merchants. */
export function createDoorDashDriveAdapter(options: DoorDashDriveOptions): CarrierAdapter {
  const client = createDoorDashDriveClient(options)
  return {
    descriptor: doordashDriveDescriptor,
    ...quoteCalls(client),
    ...bookingCalls(client),
    ...jobCalls(client),
    ...documentCalls(client),
    ...accountCalls(client),
    parseCallback,
  }
}
