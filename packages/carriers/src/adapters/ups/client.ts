/** UPS's API with access tokens of an account. */
import type { CarrierAccount } from '../../carrier-adapter.ts'
import type { HttpClient } from '../../http/client.ts'
import { createVendorClient, type VendorClient } from '../../vendor/client.ts'
import { createFailures } from '../../vendor/failures.ts'
import { upsDescriptor, upsUrls } from './descriptor.ts'
import { upsProblem } from './wire.ts'

const MAX_TRANSACTION_ID_LENGTH = 32

export interface UpsOptions {
  http: HttpClient
  /** Base URLs in place of UPS's, for tests. The endpoint of an account replaces both. */
  urls?: { test: string; live: string }
}

export const describeFailure = createFailures(upsDescriptor.carrierCode)

export function createUpsClient({ http, urls = upsUrls }: UpsOptions): VendorClient {
  const host = ({ endpoint, livemode }: CarrierAccount) =>
    endpoint?.replace(/\/+$/, '') ?? (livemode ? urls.live : urls.test)
  return createVendorClient({
    http,
    descriptor: upsDescriptor,
    problem: upsProblem,
    secrets: ['client_secret'],
    rootUrl: (account) => `${host(account)}/api`,
    headers: ({ requestId }) => ({
      transId: requestId.slice(0, MAX_TRANSACTION_ID_LENGTH),
      transactionSrc: 'waybill',
    }),
    login: {
      name: 'UPS',
      tokenRequest: (account) => ({
        url: `${host(account)}/security/v1/oauth/token`,
        headers: { authorization: basic(account.credentials) },
        form: { grant_type: 'client_credentials' },
      }),
    },
  })
}

const basic = ({ client_id = '', client_secret = '' }: CarrierAccount['credentials']): string =>
  `Basic ${Buffer.from(`${client_id}:${client_secret}`).toString('base64')}`

/** The shipper account that pays. UPS writes it in capitals. */
export const getAccountNumber = ({ credentials }: CarrierAccount): string =>
  (credentials.account_number ?? '').toUpperCase()
