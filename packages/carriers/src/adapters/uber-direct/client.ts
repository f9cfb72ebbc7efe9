/** Uber Direct's API with access tokens of an account. All its calls can be repeated: by their key, or without further effect. */
import type { HttpClient } from '../../http/client.ts'
import { createVendorClient, type VendorClient } from '../../vendor/client.ts'
import { createFailures } from '../../vendor/failures.ts'
import { uberDirectDescriptor, uberDirectUrls } from './descriptor.ts'
import { isBusy, uberProblem, withRateLimit } from './mapping/problems.ts'

const SCOPE = 'eats.deliveries'

export interface UberDirectOptions {
  http: HttpClient
  /** Base URLs in place of Uber's, for tests. The endpoint of an account replaces both. */
  urls?: { api: string; login: string }
}

export const describeFailure = createFailures(uberDirectDescriptor.carrierCode)

export const createUberDirectClient = ({ http, urls = uberDirectUrls }: UberDirectOptions): VendorClient =>
  createVendorClient({
    http,
    descriptor: uberDirectDescriptor,
    problem: uberProblem,
    secrets: ['client_secret', 'webhook_signing_key'],
    rootUrl: ({ endpoint, credentials }) =>
      `${withoutSlash(endpoint) ?? urls.api}/v1/customers/${encodeURIComponent(credentials.customer_id ?? '')}`,
    headers: () => ({}),
    login: {
      name: 'Uber',
      tokenRequest: ({ endpoint, credentials }) => ({
        url: `${withoutSlash(endpoint) ?? urls.login}/oauth/v2/token`,
        headers: {},
        form: {
          client_id: credentials.client_id ?? '',
          client_secret: credentials.client_secret ?? '',
          grant_type: 'client_credentials',
          scope: SCOPE,
        },
      }),
    },
    isDecided: (answer) => isBusy({ kind: 'answered', retryAfterMs: null, ambiguous: false, ...answer }),
    correct: withRateLimit,
  })

const withoutSlash = (url: string | null): string | undefined => url?.replace(/\/+$/, '')
