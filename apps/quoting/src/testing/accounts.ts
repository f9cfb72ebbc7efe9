/** For tests: a merchant with accounts of the paper plane. */
import { createHash } from 'node:crypto'
import { createHttpClient } from '@waybill/carriers/http/client'
import type { Carriers } from '@waybill/carriers/registry'
import { createPaperPlaneAdapter } from '@waybill/carriers/testing/paper-plane/adapter'
import { startPaperPlane } from '@waybill/carriers/testing/paper-plane/server'
import type { PublicCarrierAccount } from '@waybill/contracts/carrier-accounts/carrier-account'
import { newId } from '@waybill/contracts/ids'
import { aMerchant, getData, type RunningService } from './running-service.ts'

/** The paper plane's server and adapter. */
export async function startPlane() {
  const server = await startPaperPlane()
  const http = createHttpClient({ trustedUrls: 'all' })
  const adapter = createPaperPlaneAdapter({ baseUrl: server.url, http })
  const moreCarriers: Carriers = new Map([[adapter.descriptor.carrierCode, adapter]])
  return { server, moreCarriers }
}

export const aToken = (mode = 'test'): string => newId('key').replace('key', mode)

/** A merchant with calls for accounts. */
export function anAccountHolder(service: RunningService, environment: { environmentId?: string } = {}) {
  const merchant = aMerchant(service, environment)
  const { client } = service
  const { context } = merchant

  const create = (document: object, key: string | null = null) => {
    const bytes = Buffer.from(JSON.stringify(document))
    const bodyHash = createHash('sha256').update(bytes).digest('hex')
    const call = context({ idempotencyKey: key, route: 'POST /api/v1/carrier-accounts', bodyHash })
    return client.CreateCarrierAccount({ context: call, document: bytes })
  }
  const aDocument = (changes: object = {}) => ({
    carrier_code: 'paper_plane',
    name: 'Hangar',
    credentials: { token: aToken() },
    ...changes,
  })
  return {
    ...merchant,
    aDocument,
    createAccount: create,
    added: async (changes: object = {}): Promise<PublicCarrierAccount> => getData(await create(aDocument(changes))),
    getAccount: async (id: string): Promise<PublicCarrierAccount> =>
      getData(await client.GetCarrierAccount({ context: context(), carrier_account_id: id })),
    listAccounts: (page: { limit: number; cursor: string } | null = null) =>
      client.ListCarrierAccounts({ context: context(), page }),
    updateAccount: (id: string, patch: object, ifMatch: string | null = null) =>
      client.UpdateCarrierAccount({
        context: context({ ifMatch }),
        carrier_account_id: id,
        document: Buffer.from(JSON.stringify(patch)),
      }),
    deleteAccount: (id: string) => client.DeleteCarrierAccount({ context: context(), carrier_account_id: id }),
    verifyAccount: (id: string) => client.VerifyCarrierAccount({ context: context(), carrier_account_id: id }),
  }
}
