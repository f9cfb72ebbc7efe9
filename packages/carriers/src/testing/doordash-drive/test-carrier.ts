/** Subject of the conformance suite for DoorDash Drive. */
import { createDoorDashDriveAdapter } from '../../adapters/doordash-drive/adapter.ts'
import { doordashDriveDescriptor } from '../../adapters/doordash-drive/descriptor.ts'
import { parseReference } from '../../adapters/doordash-drive/mapping/offers.ts'
import type { CarrierAdapter } from '../../carrier-adapter.ts'
import type { ConformanceTraits } from '../../conformance/suite.ts'
import { type RunningVendor, type TestCarrier, withAccounts } from '../../conformance/test-carrier.ts'
import { createHttpClient } from '../../http/client.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { aCourierTransport } from '../transports.ts'
import { type DoorDashServer, startDoorDash } from './server.ts'
import { UNSERVED_ZIP } from './store.ts'

/** DoorDash replaces a courier without a word, names no reason of a return, keeps no history, and signs no call-backs. */
const traits: Partial<ConformanceTraits> = {
  mishaps: [],
  signsTime: false,
  signsBody: false,
  keepsHistory: false,
}

export const credentialsFor = (carrierAccountId: string) => ({
  developer_id: `developer-${carrierAccountId}`,
  key_id: `key-${carrierAccountId}`,
  signing_secret: Buffer.from(`secret of ${carrierAccountId}`).toString('base64url'),
  webhook_authorization: `Bearer token-of-${carrierAccountId}`,
})

/** Makes the account known to the server. */
export function registerAccount(server: DoorDashServer, carrierAccountId: string): void {
  const { developer_id, key_id, signing_secret, webhook_authorization } = credentialsFor(carrierAccountId)
  const ids = { carrierAccountId, developerId: developer_id, keyId: key_id }
  server.addAccount({ ...ids, signingSecret: signing_secret, authorization: webhook_authorization })
}

export function doordashAdapterFor(server: DoorDashServer): CarrierAdapter {
  const http = createHttpClient({ trustedUrls: [server.url] })
  return readableDocuments(createDoorDashDriveAdapter({ http, baseUrl: server.url }))
}

export const doordashDriveTestCarrier: TestCarrier<RunningVendor> = {
  descriptor: doordashDriveDescriptor,
  traits,
  async start() {
    const server = await startDoorDash()
    const addAccount = (carrierAccountId: string) => {
      registerAccount(server, carrierAccountId)
      return credentialsFor(carrierAccountId)
    }
    const adapter = withAccounts(doordashAdapterFor(server), (account) => ({
      ...account,
      credentials: addAccount(account.carrierAccountId),
    }))
    const subject = { adapter, server, served: aCourierTransport(), notServed: aCourierTransport(UNSERVED_ZIP) }
    return {
      url: server.url,
      subject: () => subject,
      addAccount,
      stop: server.stop,
      jobs: () =>
        [...server.store.deliveries.values()]
          .filter(({ status }) => status !== 'quote')
          .map(({ externalDeliveryId, status }) => ({
            carrierJobId: externalDeliveryId,
            reference: parseReference(externalDeliveryId),
            isLive: status !== 'cancelled',
          })),
    }
  },
}
