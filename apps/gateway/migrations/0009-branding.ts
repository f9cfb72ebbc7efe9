import { type Kysely, sql } from 'kysely'

/** The look of an environment's tracking pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // logo_token: in the public URL of the logo, another one for each upload.
  await sql`
    create table branding (
      environment_id text primary key references environment (environment_id),
      display_name text,
      accent_color text,
      support_url text,
      support_phone text,
      logo bytea,
      logo_type text,
      logo_width integer,
      logo_height integer,
      logo_token text,
      version integer not null,
      updated_at timestamptz not null
    )`.execute(db)
  await sql`create unique index branding_logo_token on branding (logo_token)`.execute(db)
}
