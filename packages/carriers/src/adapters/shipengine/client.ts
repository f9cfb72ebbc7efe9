/** ShipEngine's API with the key of an account. */
import type { HttpClient } from '../../http/client.ts'
import { createVendorClient, type VendorClient } from '../../vendor/client.ts'
import { findDocument } from '../../vendor/document-url.ts'
import { createFailures } from '../../vendor/failures.ts'
import { shipengineDescriptor } from './descriptor.ts'
import { wireProblem } from './wire.ts'

export const SHIPENGINE_URL = 'https://api.shipengine.com'
/** Where ShipEngine keeps documents, besides its API. */
const DOCUMENT_HOST = /(^|\.)(shipengine|shipstation)\.com$/

export const describeFailure = createFailures(shipengineDescriptor.carrierCode)

export const createShipEngineClient = ({ baseUrl, http }: { baseUrl: string; http: HttpClient }): VendorClient =>
  createVendorClient({
    http,
    descriptor: shipengineDescriptor,
    problem: wireProblem,
    secrets: ['api_key', 'callback_secret'],
    // Without the version, which paths have.
    rootUrl: ({ endpoint }) => (endpoint ?? baseUrl).replace(/(\/v1)?\/*$/, ''),
    headers: ({ account: { credentials } }) => ({
      'api-key': credentials.api_key ?? '',
      'user-agent': 'Waybill',
    }),
    documents: { operation: 'label', accept: '*/*', find: documentUrl },
  })

/** The address of a document, and whether the key may be sent there; null: it is not at ShipEngine. */
export const documentUrl = (stated: string, root: string) =>
  findDocument(stated, { root, origin: SHIPENGINE_URL, hosts: DOCUMENT_HOST })

export const labelPath = (id: string): string => `/v1/labels/${encodeURIComponent(id)}`
