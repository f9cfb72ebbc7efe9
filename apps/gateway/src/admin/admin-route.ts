/** What all admin routes share. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { CallContext } from '@waybill/chassis/rpc/call-context'
import { successEnvelope } from '@waybill/contracts/envelope'
import type { Credentials } from '../auth/credentials.ts'
import type { GatewayDatabase } from '../db.ts'
import { getEnvironment } from '../merchants/commands.ts'
import type { Operators, Services } from '../routes/services.ts'
import type { Call, Reply } from '../routing/route.ts'

export interface AdminServices extends Pick<Services, 'shipments' | 'bookings'> {
  operators: Operators
  db: Database<GatewayDatabase>
  credentials: Credentials
  adminToken: string
  publicUrl: string
}

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

/** The context of a call on the environment in the path. Throws `route_not_found` if the environment does not exist. */
export async function inEnvironment(
  { context, params }: Pick<Call, 'context' | 'params'>,
  db: Database<GatewayDatabase>,
): Promise<CallContext> {
  const { environmentId, merchantId, livemode } = await getEnvironment(db, params.environment_id ?? '')
  return { ...context, environmentId, merchantId, livemode }
}

/** Protobuf has no null: an empty string stands for an absent value. */
export const orNull = (text: string): string | null => text || null
