/** Subscriptions as ingestion knows them. */
import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import type { Subscription } from '@waybill/contracts/webhooks/subscription'
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../db.ts'
import { getOrigin } from '../fairness/origin.ts'

export type IngestedSubscription = Pick<
  Subscription,
  'environmentId' | 'subscriptionId' | 'status' | 'url' | 'events' | 'ordering' | 'verboseEvents'
> & {
  /** Origin of its URL. */
  origin: string
  /** Newest first. `expiresAtMs`: null unless it was replaced. */
  secrets: (SealedSecret & { secretId: string; expiresAtMs: number | null })[]
}

/** The subscriptions of an environment, whatever their status, in the order of their ids. */
export interface EnvironmentSubscriptions {
  environmentId: string
  /** Changes with any of them and of their secrets. */
  version: string
  subscriptions: IngestedSubscription[]
}

const joinedSecrets = sql`
  from subscription_secret as secret
  where secret.environment_id = subscription.environment_id and secret.subscription_id = subscription.subscription_id`

/** A query of the version of an environment's subscriptions, to compare with a known one. */
export const subscriptionsVersion = (environmentId: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select coalesce(sum(hashtextextended(concat(subscription, (
    select string_agg(secret::text, ' ' order by secret_id) ${joinedSecrets}
  )), 0)), 0)::text
  from subscription where environment_id = ${environmentId} and deleted_at is null`

export async function findByEnvironments(
  db: Reader,
  environmentIds: readonly string[],
): Promise<EnvironmentSubscriptions[]> {
  type Row = Omit<IngestedSubscription, 'environmentId' | 'origin' | 'secrets'> & {
    secrets: { secretId: string; keyId: string; sealed: string; expiresAtMs: number | null }[]
  }
  const { rows } = await sql<{ environment_id: string; version: string; subscriptions: Row[] }>`
    select environment_id, (${subscriptionsVersion(sql`wanted.environment_id`)}) as version, (
      select coalesce(json_agg(json_build_object('subscriptionId', subscription_id, 'status', status, 'url', url, 'events', events,
        'ordering', ordering, 'verboseEvents', verbose_events, 'secrets', (
          select coalesce(json_agg(json_build_object('secretId', secret_id, 'keyId', key_id, 'sealed',
            encode(sealed, 'base64'), 'expiresAtMs', extract(epoch from expires_at) * 1000) order by created_at desc), '[]')
          ${joinedSecrets}
        )) order by subscription_id), '[]')
      from subscription where subscription.environment_id = wanted.environment_id and deleted_at is null
    ) as subscriptions
    from unnest(${environmentIds}::text[]) as wanted (environment_id)`.execute(db)
  return rows.map(({ environment_id: environmentId, version, subscriptions }) => ({
    environmentId,
    version,
    subscriptions: subscriptions.map((row) => ({
      ...row,
      environmentId,
      origin: getOrigin(row.url),
      secrets: row.secrets.map((secret) => ({ ...secret, sealed: Buffer.from(secret.sealed, 'base64') })),
    })),
  }))
}
