import { randomUUID } from 'node:crypto'
import type { CarrierAdapter, CarrierCall, VerifyOutcome } from '../../carrier-adapter.ts'
import { isUnauthorized } from '../../http/outcome.ts'
import { parseEvent } from './callback.ts'
import { createDoorDashDriveClient, type DoorDashDriveClient, type DoorDashDriveOptions, within } from './client.ts'
import { doordashDriveDescriptor } from './descriptor.ts'
import { jobCalls } from './job-calls.ts'
import { doordashErrorOf } from './mapping/problems.ts'
import { deliveryPath } from './mapping/requests.ts'
import { purchaseCalls } from './purchase-calls.ts'
import { quoteCalls } from './quote-calls.ts'
import { wireDelivery } from './wire.ts'

/** The adapter to DoorDash Drive, for accounts of merchants. */
export function createDoorDashDriveAdapter(options: DoorDashDriveOptions): CarrierAdapter {
  const client = createDoorDashDriveClient(options)
  return {
    descriptor: doordashDriveDescriptor,
    ...quoteCalls(client),
    ...purchaseCalls(client),
    ...jobCalls(client),
    parseCallback: parseEvent,
    verify: (_request, call) => verify(client, call),
  }
}

/** Asks for a delivery that does not exist: the answer is 404 only if the token is valid. DoorDash has no list of deliveries. */
async function verify({ send, read }: DoorDashDriveClient, given: CarrierCall): Promise<VerifyOutcome> {
  const call = within(given, doordashDriveDescriptor.timeoutsMs.track)
  const path = deliveryPath(`verify-${randomUUID()}`)
  const outcome = await send(call, { operation: 'verify', method: 'GET', path, reference: null })
  const isUnknown = outcome.kind === 'answered' && outcome.status === 404 && doordashErrorOf(outcome) !== null
  if (isUnknown) return { kind: 'verified' }
  const found = read(outcome, wireDelivery, () => ({ kind: 'verified' as const }))
  if (found.kind === 'verified') return found
  return { kind: isUnauthorized(found.failure) ? 'refused' : 'failed', failure: found.failure }
}
