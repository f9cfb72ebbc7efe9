/** What the operator's routes have in common. */

import type { Database } from '@waybill/chassis/postgres/database'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { successEnvelope } from '@waybill/contracts/envelope'
import { getEnvironment } from '../commands.ts'
import type { GatewayDatabase } from '../db.ts'
import type { Call, Reply } from '../routes/route.ts'

export const common = {
  tag: 'Admin',
  access: { kind: 'operator' },
  errors: [],
  success: [{ status: 200, description: '' }],
  timeoutMs: 10_000,
  hidden: true,
} as const

export const answer = (status: number, data: unknown): Reply => ({
  status,
  body: JSON.stringify(successEnvelope(data)),
})

/** The call in the environment that its path names. Throws where there is none. */
export async function inEnvironment(
  { context, params }: Pick<Call, 'context' | 'params'>,
  db: Database<GatewayDatabase>,
): Promise<CallContext> {
  const { environmentId, merchantId, livemode } = await getEnvironment(db, params.environment_id ?? '')
  return { ...context, environmentId, merchantId, livemode }
}

/** Empty texts of a message are absent. */
export const orNull = (text: string): string | null => text || null
