import type { CarrierAdapter } from '../../carrier-adapter.ts'
import { refuseChanges } from '../../vendor/failures.ts'
import { accountCalls } from './account-calls.ts'
import { addressCalls } from './address-calls.ts'
import { bookingCalls } from './booking-calls.ts'
import { createUpsClient, describeFailure, type UpsOptions } from './client.ts'
import { upsDescriptor } from './descriptor.ts'
import { documentCalls } from './document-calls.ts'
import { jobCalls } from './job-calls.ts'
import { pickupCalls } from './pickup-calls.ts'
import { quoteCalls } from './quote-calls.ts'

/** The adapter to UPS, for accounts of merchants. */
export function createUpsAdapter(options: UpsOptions): CarrierAdapter {
  const client = createUpsClient(options)
  return {
    descriptor: upsDescriptor,
    ...quoteCalls(client),
    ...bookingCalls(client),
    ...jobCalls(client),
    ...documentCalls(client),
    ...accountCalls(client),
    ...addressCalls(client),
    ...pickupCalls(client),
    update: refuseChanges(describeFailure),
    parseCallback: async () => ({ kind: 'forged', reason: 'UPS is polled and sends no call-backs' }),
  }
}
