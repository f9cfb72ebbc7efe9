/** EasyPost's API with the key of an account. */
import type { HttpClient } from '../../http/client.ts'
import { createVendorClient, type VendorClient } from '../../vendor/client.ts'
import { createFailures } from '../../vendor/failures.ts'
import { easypostDescriptor } from './descriptor.ts'
import { wireProblem } from './wire.ts'

export const EASYPOST_URL = 'https://api.easypost.com/v2'
const VERSION_PATH = '/v2'

export const describeFailure = createFailures(easypostDescriptor.carrierCode)

export const createEasyPostClient = ({ baseUrl, http }: { baseUrl: string; http: HttpClient }): VendorClient =>
  createVendorClient({
    http,
    descriptor: easypostDescriptor,
    problem: wireProblem,
    secrets: ['api_key', 'callback_secret'],
    rootUrl: ({ endpoint }) => addVersion(endpoint ?? baseUrl),
    headers: ({ account: { credentials } }) => ({
      authorization: `Basic ${Buffer.from(`${credentials.api_key ?? ''}:`).toString('base64')}`,
      'user-agent': 'Waybill',
    }),
    // EasyPost names addresses of its storage, and of the carriers'.
    documents: { operation: 'label', accept: '*/*', find: (url) => ({ url, isOwn: false }) },
  })

/** The base URL with the version in its path. */
function addVersion(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, '')
  return base.endsWith(VERSION_PATH) ? base : `${base}${VERSION_PATH}`
}

export const shipmentPath = (id: string): string => `/shipments/${encodeURIComponent(id)}`
export const orderPath = (id: string): string => `/orders/${encodeURIComponent(id)}`
