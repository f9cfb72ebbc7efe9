/** Suspension and resumption of merchants, environments and keys. */
import { AppError } from '@waybill/contracts/app-error'
import { requiredText } from '@waybill/contracts/values/text'
import { jsonBody, noBody } from '@waybill/edge/routing/route'
import type { Transaction } from 'kysely'
import { z } from 'zod'
import { findSuspendedMaker, resumeMadeKeys, suspendMadeKeys } from '../api-keys/made-keys-repository.ts'
import type { IdentityDatabase, SuspensionColumns } from '../db.ts'
import { type Suspendable, suspendables } from '../merchants/access-repository.ts'
import { changeSuspension, getEnvironment } from '../merchants/commands.ts'
import { lockEnvironmentOfKey } from '../merchants/environment-lock-repository.ts'
import { publicApiKey, publicEnvironment, publicMerchant } from '../merchants/records.ts'
import { type AdminRoute, type AdminServices, answer, type LocalOutcome, localAction } from './admin-route.ts'

const suspensionSchema = z.strictObject({ reason: requiredText(500) })

function listSuspensionRoutes<
  Row extends SuspensionColumns,
  Stored extends Partial<Record<'merchantId' | 'environmentId', string>>,
>(
  name: 'Merchant' | 'Environment' | 'Key',
  suspendable: Suspendable<Row, Stored>,
  toPublic: (stored: Stored) => object,
): AdminRoute[] {
  const { noun } = suspendable
  const path = `/admin/${noun}s/{${noun}_id}`

  const change =
    ({ credentials }: AdminServices, id: string, reason: string | null) =>
    async (trx: Transaction<IdentityDatabase>): Promise<LocalOutcome> => {
      // Before the key itself: calls that make keys lock in this order.
      if (noun === 'key') await lockEnvironmentOfKey(trx, id)
      const stored = await changeSuspension(trx, suspendable, { id, reason })
      const made = noun === 'key' ? await changeMadeKeys(trx, { id, reason, ...stored }) : []
      return {
        reply: answer(200, toPublic(stored)),
        target: { merchantId: stored.merchantId ?? null, environmentId: stored.environmentId ?? null },
        async announce() {
          for (const one of [id, ...made]) await credentials.announceChange(one)
        },
      }
    }

  return [
    localAction<z.ZodObject, z.output<typeof suspensionSchema>>({
      operationId: `suspend${name}`,
      method: 'POST',
      path: `${path}/suspend`,
      summary: `Suspend the ${noun}: its requests are refused and its streams end`,
      body: jsonBody(suspensionSchema),
      prepare: async ({ params, document }, services) => change(services, params[`${noun}_id`] ?? '', document.reason),
    }),
    localAction({
      operationId: `resume${name}`,
      method: 'POST',
      path: `${path}/resume`,
      summary: `End the suspension of the ${noun}`,
      body: noBody,
      prepare: async ({ params }, services) => change(services, params[`${noun}_id`] ?? '', null),
    }),
  ]
}

/** Keys are suspended and resumed with the key that made them. Resolves to their ids. Throws `api_key_not_active`. */
async function changeMadeKeys(
  trx: Transaction<IdentityDatabase>,
  { id, reason, environmentId = '' }: { id: string; reason: string | null; environmentId?: string },
): Promise<string[]> {
  const { merchantId } = await getEnvironment(trx, environmentId)
  const key = { merchantId, maker: id }
  if (reason !== null) return suspendMadeKeys(trx, key, reason)
  const suspended = await findSuspendedMaker(trx, key)
  if (suspended === undefined) return resumeMadeKeys(trx, key)
  const message = `Key ${id} was made by ${suspended}, which is suspended. Resume ${suspended} first.`
  throw new AppError('api_key_not_active', message, { meta: { status: 'suspended' } })
}

export const suspensionRoutes: AdminRoute[] = [
  ...listSuspensionRoutes('Merchant', suspendables.merchant, publicMerchant),
  ...listSuspensionRoutes('Environment', suspendables.environment, publicEnvironment),
  ...listSuspensionRoutes('Key', suspendables.key, publicApiKey),
]
