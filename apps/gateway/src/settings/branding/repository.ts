/** SQL of the look of tracking pages. */
import type { Database } from '@waybill/chassis/postgres/database'
import type { Transaction } from 'kysely'
import type { BrandingTable, GatewayDatabase } from '../../db.ts'
import type { Branding } from './document.ts'

type Db = Database<GatewayDatabase>

/** Null if the environment has none. Without the bytes of the logo. */
export async function findBranding(db: Db, environmentId: string): Promise<Branding | null> {
  const row = await db
    .selectFrom('branding')
    .select(['environment_id', 'display_name', 'accent_color', 'support_url', 'support_phone'])
    .select(['logo_type', 'logo_width', 'logo_height', 'logo_token', 'version', 'updated_at'])
    .where('environment_id', '=', environmentId)
    .executeTakeFirst()
  return row ? toBranding(row) : null
}

/** Null: there is no such environment. */
export async function findMerchantName(db: Db, environmentId: string): Promise<string | null> {
  const row = await db
    .selectFrom('environment')
    .innerJoin('merchant', 'merchant.merchant_id', 'environment.merchant_id')
    .select('merchant.name')
    .where('environment.environment_id', '=', environmentId)
    .executeTakeFirst()
  return row?.name ?? null
}

/** The logo with this token of any environment: the token is all that a recipient's browser has. */
export async function findLogo(db: Db, token: string): Promise<{ bytes: Buffer; contentType: string } | null> {
  const row = await db
    .selectFrom('branding')
    .select(['logo', 'logo_type'])
    .where('logo_token', '=', token)
    .executeTakeFirst()
  return row?.logo && row.logo_type ? { bytes: row.logo, contentType: row.logo_type } : null
}

/** Stores the look. `logo`: the bytes of a new one; undefined: those stored stay, if the look has a logo. */
export async function storeBranding(
  trx: Transaction<GatewayDatabase>,
  branding: Branding,
  { at, logo }: { at: Date; logo?: Buffer },
): Promise<void> {
  const values = {
    display_name: branding.displayName,
    accent_color: branding.accentColor,
    support_url: branding.supportUrl,
    support_phone: branding.supportPhone,
    logo_type: branding.logo?.contentType ?? null,
    logo_width: branding.logo?.width ?? null,
    logo_height: branding.logo?.height ?? null,
    logo_token: branding.logo?.token ?? null,
    version: branding.version,
    updated_at: at,
    ...(branding.logo === null ? { logo: null } : logo && { logo }),
  }
  await trx
    .insertInto('branding')
    .values({ environment_id: branding.environmentId, ...values })
    .onConflict((conflict) => conflict.column('environment_id').doUpdateSet(values))
    .execute()
}

export async function deleteBranding(trx: Transaction<GatewayDatabase>, environmentId: string): Promise<void> {
  await trx.deleteFrom('branding').where('environment_id', '=', environmentId).execute()
}

const toBranding = (row: Omit<BrandingTable, 'logo'>): Branding => ({
  environmentId: row.environment_id,
  displayName: row.display_name,
  accentColor: row.accent_color,
  supportUrl: row.support_url,
  supportPhone: row.support_phone,
  logo:
    row.logo_token === null
      ? null
      : {
          token: row.logo_token,
          contentType: row.logo_type ?? '',
          width: row.logo_width ?? 0,
          height: row.logo_height ?? 0,
        },
  version: row.version,
  updatedAt: row.updated_at,
})
