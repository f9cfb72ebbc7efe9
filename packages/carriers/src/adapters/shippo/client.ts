/** Shippo's API with the token of an account. */
import type { HttpClient } from '../../http/client.ts'
import { createVendorClient, type VendorClient } from '../../vendor/client.ts'
import { findDocument } from '../../vendor/document-url.ts'
import { createFailures } from '../../vendor/failures.ts'
import { shippoDescriptor } from './descriptor.ts'
import { wireProblem } from './wire.ts'

export const SHIPPO_URL = 'https://api.goshippo.com'
/** The version of the API that Shippo's reference describes; without the header, an account has its own. */
const API_VERSION = '2018-02-08'
/** Where Shippo keeps labels: its own hosts, and its buckets, such as `shippo-delivery-east.s3.amazonaws.com`. */
const DOCUMENT_HOST = /(^|\.)goshippo\.com$|^shippo-[a-z0-9-]+\.s3([.-][a-z0-9-]+)?\.amazonaws\.com$/

export const describeFailure = createFailures(shippoDescriptor.carrierCode)

export const createShippoClient = ({ baseUrl, http }: { baseUrl: string; http: HttpClient }): VendorClient =>
  createVendorClient({
    http,
    descriptor: shippoDescriptor,
    problem: wireProblem,
    secrets: ['api_key', 'webhook_secret', 'callback_secret'],
    rootUrl: ({ endpoint }) => (endpoint ?? baseUrl).replace(/\/+$/, ''),
    headers: ({ account: { credentials } }) => ({
      authorization: `ShippoToken ${credentials.api_key ?? ''}`,
      'shippo-api-version': API_VERSION,
      'user-agent': 'Waybill',
    }),
    documents: { operation: 'label', accept: '*/*', find: documentUrl },
  })

/** The address of a document, and whether the token may be sent there; null: it is not at Shippo. */
export const documentUrl = (stated: string, root: string) =>
  findDocument(stated, { root, origin: SHIPPO_URL, hosts: DOCUMENT_HOST })

export const TRANSACTIONS = '/transactions/'
export const transactionPath = (id: string): string => `${TRANSACTIONS}${encodeURIComponent(id)}`
