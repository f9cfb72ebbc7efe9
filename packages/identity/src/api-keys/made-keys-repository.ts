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

/** Suspends the live keys that a key made, with a reason that names it, or resumes those that were. Returns their ids. */
export async function setSuspensionOfMadeKeys(
  trx: Trx,
  maker: Maker,
  { reason }: { reason: string | null },
): Promise<string[]> {
  const why = `Made by ${maker.maker}, which is suspended: `
  const [at, which] =
    reason === null
      ? [sql`null`, sql`starts_with(api_key.suspended_reason, ${why})`]
      : [sql`now()`, sql`api_key.suspended_at is null`]
  const { rows } = await sql<{ key_id: string }>`
    ${madeBy(maker)}
    update api_key
    set access_changed_at = now(), suspended_at = ${at}, suspended_reason = ${reason === null ? null : why + reason}
    from made
    where api_key.environment_id = made.environment_id and api_key.key_id = made.key_id and ${which}
    returning api_key.key_id`.execute(trx)
  return rows.map(({ key_id }) => key_id)
}

/** Makes another maker answer for all keys that one has made. */
export async function passKeysOn(trx: Trx, { merchantId, maker }: Maker, successor: string): Promise<void> {
  await sql`
    update api_key set created_by = ${successor}
    from environment
    where environment.environment_id = api_key.environment_id and environment.merchant_id = ${merchantId}
      and api_key.created_by = ${maker}`.execute(trx)
}
