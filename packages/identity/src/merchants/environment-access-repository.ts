/** Whether an environment may be used, for credentials that are not API keys. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { Suspended } from '../credentials/refusal.ts'
import type { IdentityDatabase } from '../db.ts'

export type Db = Database<IdentityDatabase>

interface EnvironmentAccess {
  environmentId: string
  merchantId: string
  livemode: boolean
  /** The suspended one among its owners; null: none. */
  suspended: Suspended | null
}

export async function findEnvironmentAccess(db: Db, environmentId: string): Promise<EnvironmentAccess | undefined> {
  const row = await db
    .selectFrom('environment')
    .innerJoin('merchant', 'merchant.merchant_id', 'environment.merchant_id')
    .select(['environment.environment_id', 'environment.merchant_id', 'environment.livemode'])
    .select(['environment.suspended_at as environment_suspended_at', 'merchant.suspended_at as merchant_suspended_at'])
    .where('environment.environment_id', '=', environmentId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const suspended = row.environment_suspended_at ? 'environment' : row.merchant_suspended_at ? 'merchant' : null
  return {
    environmentId: row.environment_id,
    merchantId: row.merchant_id,
    livemode: row.livemode,
    suspended,
  }
}
