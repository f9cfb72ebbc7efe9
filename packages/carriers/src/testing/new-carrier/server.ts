/** A server that answers as New Carrier does, validates every request by its reference, and misbehaves when it is asked to. */
import type { ConformanceServer, FaultOrder } from '../../conformance/suite.ts'
import {
  startVendorServer,
  type VendorAnswer,
  VendorRefusal,
  type VendorRequest,
  type VendorRoute,
} from '../vendor-server.ts'

export interface Job {
  id: string
  /** Ours, if the carrier keeps it; else null. */
  reference: string | null
  isCancelled: boolean
}

const refusal = (status: number, code: string, message: string): VendorAnswer => ({
  status,
  body: { error: { code, message } },
})

/** An ordered fault in the carrier's words: copy those of its reference. */
function answerFault({ mode }: FaultOrder): VendorAnswer {
  if (mode === '401') return refusal(401, 'unauthorized', 'The API key is not valid')
  if (mode === '403') return refusal(403, 'forbidden', 'The API key may not do this')
  if (mode === '429') return refusal(429, 'rate_limited', 'Too many requests')
  if (mode === '500') return refusal(500, 'internal', 'Internal error')
  return refusal(422, 'refused', 'The request was refused')
}

/** Functions of the server for conformance cases, until it is written. */
const toWrite = (what: string) => async (): Promise<never> => {
  throw new Error(`Write ${what} of the server of New Carrier.`)
}

export async function startNewCarrier({ port = 0 } = {}) {
  /** Our carrier_account_id by API key. */
  const accounts = new Map<string, string>()
  const jobs: Job[] = []

  function route({ method, url: { pathname }, headers }: VendorRequest): VendorRoute {
    const [, apiKey = ''] = /^Bearer (\S+)$/.exec(headers.authorization ?? '') ?? []
    const carrierAccountId = accounts.get(apiKey)
    if (carrierAccountId === undefined) {
      throw new VendorRefusal(refusal(401, 'unauthorized', 'The API key is not valid'))
    }
    const to = (operation: FaultOrder['operation'] | null, work: () => object): VendorRoute => ({
      operation,
      carrierAccountId,
      work: () => ({ status: 200, body: work() }),
    })
    if (method === 'GET' && pathname === '/account') return to('verify', () => ({ account_id: carrierAccountId }))
    // Add the other routes of the carrier here, each with its operation; null: no fault is ordered for it. Validate what arrives with strict zod schemas: `parseOrRefuse`.
    throw new VendorRefusal(refusal(501, 'not_written', `Write ${method} ${pathname} of the server of New Carrier.`))
  }

  const vendor = await startVendorServer({ route, answerFault }, { port })
  const conformance: ConformanceServer = {
    callbackUrl: vendor.callbackUrl,
    order: async (fault) => vendor.order(fault),
    advance: toWrite('advance'),
    meet: toWrite('meet'),
    announce: toWrite('announce'),
    countJobs: async (wanted) => jobs.filter(({ reference }) => reference === wanted).length,
    listCallbacks: toWrite('listCallbacks'),
  }
  return {
    ...conformance,
    url: vendor.url,
    requests: vendor.requests,
    jobs,
    addAccount: (carrierAccountId: string, apiKey: string) => void accounts.set(apiKey, carrierAccountId),
    stop: () => vendor.stop(),
  }
}

export type NewCarrierServer = Awaited<ReturnType<typeof startNewCarrier>>
