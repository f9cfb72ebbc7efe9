/** Identity providers in the database. At a sign-in they are looked up by their id, before their merchant is known. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { SealedSecret } from '@waybill/chassis/secrets/secret-box'
import { type Selectable, sql, type Transaction } from 'kysely'
import type { IdentityDatabase, OidcProviderTable } from '../../db.ts'

type Db = Database<IdentityDatabase>
type Trx = Transaction<IdentityDatabase>

export interface OidcProvider {
  merchantId: string
  providerId: string
  issuer: string
  clientId: string
  clientSecret: SealedSecret
  /** Origin to which the secret may be sent; null: not known yet. */
  tokenOrigin: string | null
  /** The owner who saved it last, and answers for it; null: an older version did not store that. */
  enteredBy: string | null
  /** In lower case. */
  emailDomains: string[]
  emailTrusted: boolean
  defaultRole: string | null
  required: boolean
  createdAt: Date
  updatedAt: Date
}

/** The merchant has at most one. */
export async function findProvider(db: Db, merchantId: string): Promise<OidcProvider | undefined> {
  const row = await db.selectFrom('oidc_provider').selectAll().where('merchant_id', '=', merchantId).executeTakeFirst()
  return row && fromRow(row)
}

/** As `findProvider`. Until the transaction ends it does not change, and nobody else signs in for the first time. */
export async function findProviderLocked(trx: Trx, merchantId: string): Promise<OidcProvider | undefined> {
  const row = await trx
    .selectFrom('oidc_provider')
    .selectAll()
    .where('merchant_id', '=', merchantId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Finds a provider of any merchant. */
export async function findProviderById(db: Db, providerId: string): Promise<OidcProvider | undefined> {
  const row = await db.selectFrom('oidc_provider').selectAll().where('provider_id', '=', providerId).executeTakeFirst()
  return row && fromRow(row)
}

/** Whether members of the team who are not owners sign in with its provider only. */
export async function isProviderRequired(db: Db, merchantId: string): Promise<boolean> {
  const row = await db
    .selectFrom('oidc_provider')
    .select('required')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return row?.required ?? false
}

/** Undefined if the merchant has one. */
export async function insertProvider(
  trx: Trx,
  provider: Omit<OidcProvider, 'createdAt' | 'updatedAt'>,
): Promise<OidcProvider | undefined> {
  const row = await trx
    .insertInto('oidc_provider')
    .values({ merchant_id: provider.merchantId, provider_id: provider.providerId, ...toColumns(provider) })
    .onConflict((conflict) => conflict.column('merchant_id').doNothing())
    .returningAll()
    .executeTakeFirst()
  return row && fromRow(row)
}

/** Remembers where the secret may be sent, unless that is known, or another secret was entered in the meantime. */
export async function pinTokenOrigin(db: Db, provider: OidcProvider, tokenOrigin: string): Promise<void> {
  await db
    .updateTable('oidc_provider')
    .set({ token_origin: tokenOrigin })
    .where('merchant_id', '=', provider.merchantId)
    .where('client_secret', '=', provider.clientSecret.sealed)
    .where('token_origin', 'is', null)
    .execute()
}

export async function changeProvider(trx: Trx, provider: OidcProvider): Promise<OidcProvider> {
  const row = await trx
    .updateTable('oidc_provider')
    .set({ ...toColumns(provider), updated_at: sql`now()` })
    .where('merchant_id', '=', provider.merchantId)
    .returningAll()
    .executeTakeFirstOrThrow()
  return fromRow(row)
}

/** With the accounts of members at it. False if there is none. */
export async function removeProvider(trx: Trx, merchantId: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('oidc_provider')
    .where('merchant_id', '=', merchantId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

const toColumns = (provider: Omit<OidcProvider, 'createdAt' | 'updatedAt'>) => ({
  issuer: provider.issuer,
  client_id: provider.clientId,
  client_secret: provider.clientSecret.sealed,
  sealed_with: provider.clientSecret.keyId,
  token_origin: provider.tokenOrigin,
  entered_by: provider.enteredBy,
  email_domains: provider.emailDomains,
  email_trusted: provider.emailTrusted,
  default_role: provider.defaultRole,
  required: provider.required,
})

const fromRow = (row: Selectable<OidcProviderTable>): OidcProvider => ({
  merchantId: row.merchant_id,
  providerId: row.provider_id,
  issuer: row.issuer,
  clientId: row.client_id,
  clientSecret: { keyId: row.sealed_with, sealed: row.client_secret },
  tokenOrigin: row.token_origin,
  enteredBy: row.entered_by,
  emailDomains: row.email_domains,
  emailTrusted: row.email_trusted,
  defaultRole: row.default_role,
  required: row.required,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
})
