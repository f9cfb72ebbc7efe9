/** Keys by who made them: a member of the team, or a key that makes keys. */
import { type Selectable, sql, type Transaction } from 'kysely'
import type { ApiKeyTable, IdentityDatabase } from '../db.ts'
import type { ApiKey } from '../merchants/records.ts'
import { apiKeyFromRow } from '../merchants/repository.ts'

type Trx = Transaction<IdentityDatabase>

/** `maker`: id of a member or of a key. */
export interface Maker {
  merchantId: string
  maker: string
}

export interface MadeKey extends ApiKey {
  livemode: boolean
}

/** The keys that a maker made, those that these made, and so on, as `made (environment_id, key_id)`. */
const madeBy = ({ merchantId, maker }: Maker) => sql`
  with recursive made as (
    select api_key.environment_id, api_key.key_id
    from api_key join environment using (environment_id)
    where environment.merchant_id = ${merchantId} and api_key.created_by = ${maker}
    union
    select api_key.environment_id, api_key.key_id
    from api_key join made on api_key.environment_id = made.environment_id and api_key.created_by = made.key_id
  )`

/** Keys that are neither revoked nor expired and that the maker made, or a key that it made. Oldest first. */
export async function listKeysMadeBy(trx: Trx, maker: Maker): Promise<MadeKey[]> {
  const { rows } = await sql<Selectable<ApiKeyTable> & { livemode: boolean }>`
    ${madeBy(maker)}
    select api_key.*, environment.livemode
    from made join api_key using (environment_id, key_id) join environment using (environment_id)
    where api_key.revoked_at is null and coalesce(api_key.expires_at > now(), true)
    order by api_key.key_id`.execute(trx)
  return rows.map((row) => ({ ...apiKeyFromRow(row), livemode: row.livemode }))
}

export async function revokeKeys(trx: Trx, keys: readonly ApiKey[]): Promise<void> {
  await sql`
    update api_key set revoked_at = coalesce(api_key.revoked_at, now())
    from unnest(
      ${keys.map(({ environmentId }) => environmentId)}::text[],
      ${keys.map(({ keyId }) => keyId)}::text[]
    ) as ended (environment_id, key_id)
    where api_key.environment_id = ended.environment_id and api_key.key_id = ended.key_id`.execute(trx)
}

/** Begins the reason of a key that is suspended with the key that made it. */
const WITH_ANOTHER = 'Made by key_'
const whySuspended = (keyId: string, reason: string) => `Made by ${keyId}, which is suspended: ${reason}`

/**
 * Suspends the keys that a suspended key made, with a reason that names it. Resolves to their ids. The environment is locked, so
 * that none of them makes another one in the meantime.
 */
export async function suspendMadeKeys(trx: Trx, maker: Maker, reason: string): Promise<string[]> {
  const { rows } = await sql<{ key_id: string }>`
    ${madeBy(maker)}
    update api_key
    set access_changed_at = now(), suspended_at = now(), suspended_reason = ${whySuspended(maker.maker, reason)}
    from made
    where api_key.environment_id = made.environment_id and api_key.key_id = made.key_id
      and api_key.suspended_at is null
    returning api_key.key_id`.execute(trx)
  return rows.map(({ key_id }) => key_id)
}

/**
 * Resumes the keys that were suspended with a key that made them. Those below another suspended key stay so. Resolves to their
 * ids.
 */
export async function resumeMadeKeys(trx: Trx, { merchantId, maker }: Maker): Promise<string[]> {
  const isSuspendedWithAnother = sql`starts_with(api_key.suspended_reason, ${WITH_ANOTHER})`
  const { rows } = await sql<{ key_id: string }>`
    with recursive resumed as (
      select api_key.environment_id, api_key.key_id
      from api_key join environment using (environment_id)
      where environment.merchant_id = ${merchantId} and api_key.created_by = ${maker} and ${isSuspendedWithAnother}
      union
      select api_key.environment_id, api_key.key_id
      from api_key join resumed
        on api_key.environment_id = resumed.environment_id and api_key.created_by = resumed.key_id
      where ${isSuspendedWithAnother}
    )
    update api_key set access_changed_at = now(), suspended_at = null, suspended_reason = null
    from resumed
    where api_key.environment_id = resumed.environment_id and api_key.key_id = resumed.key_id
    returning api_key.key_id`.execute(trx)
  return rows.map(({ key_id }) => key_id)
}

/** Id of a suspended key that made this one, perhaps through others; undefined if there is none. */
export async function findSuspendedMaker(trx: Trx, { merchantId, maker }: Maker): Promise<string | undefined> {
  const { rows } = await sql<{ key_id: string }>`
    with recursive line as (
      select api_key.environment_id, api_key.created_by
      from api_key join environment using (environment_id)
      where environment.merchant_id = ${merchantId} and api_key.key_id = ${maker}
      union
      select api_key.environment_id, api_key.created_by
      from api_key join line on api_key.environment_id = line.environment_id and api_key.key_id = line.created_by
    )
    select api_key.key_id
    from line join api_key on api_key.environment_id = line.environment_id and api_key.key_id = line.created_by
    where api_key.suspended_at is not null
      and not starts_with(coalesce(api_key.suspended_reason, ''), ${WITH_ANOTHER})
    limit 1`.execute(trx)
  return rows[0]?.key_id
}

/** Makes another maker answer for all keys that one has made. */
export async function passKeysOn(trx: Trx, { merchantId, maker }: Maker, successor: string): Promise<void> {
  await sql`
    update api_key set created_by = ${successor}
    from environment
    where environment.environment_id = api_key.environment_id and environment.merchant_id = ${merchantId}
      and api_key.created_by = ${maker}`.execute(trx)
}
