/**
 * DoorDash Drive's API with tokens that are signed with the key of an account. All its calls can be repeated: by the id of the delivery,
 * or without further effect.
 */
import type { CarrierCall } from '../../carrier-adapter.ts'
import type { HttpClient } from '../../http/client.ts'
import { createVendorClient, type VendorClient } from '../../vendor/client.ts'
import { createFailures } from '../../vendor/failures.ts'
import { DOORDASH_DRIVE_URL, doordashDriveDescriptor } from './descriptor.ts'
import { doordashProblem } from './mapping/problems.ts'
import { isDocumentUrl } from './mapping/proofs.ts'
import { signToken } from './tokens.ts'

const API_PATH = '/drive/v2'

export interface DoorDashDriveOptions {
  http: HttpClient
  /** In place of DoorDash's address, for tests. The endpoint of an account replaces both. */
  baseUrl?: string
}

export const describeFailure = createFailures(doordashDriveDescriptor.carrierCode)

export const createDoorDashDriveClient = ({ http, baseUrl = DOORDASH_DRIVE_URL }: DoorDashDriveOptions): VendorClient =>
  createVendorClient({
    http,
    descriptor: doordashDriveDescriptor,
    problem: doordashProblem,
    secrets: ['signing_secret', 'webhook_authorization'],
    rootUrl: ({ endpoint }) => `${(endpoint ?? baseUrl).replace(/\/+$/, '')}${API_PATH}`,
    headers: async ({ account }) => ({ authorization: `Bearer ${await signToken(account.credentials, new Date())}` }),
    documents: {
      operation: 'media',
      accept: 'image/*',
      find: (url, rootUrl) => (isDocumentUrl(url, rootUrl) ? { url, isOwn: false } : null),
    },
  })

/** The call, which ends after the timeout at the latest, however many requests it takes. */
export const within = (call: CarrierCall, timeoutMs: number): CarrierCall => ({
  ...call,
  deadlineAt: new Date(Math.min(call.deadlineAt.getTime(), Date.now() + timeoutMs)),
})
