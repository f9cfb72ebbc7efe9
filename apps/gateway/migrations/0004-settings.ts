import { type Kysely, sql } from 'kysely'

/** Settings of an environment: saved views of lists, presets of parcels, the look of tracking pages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // owner null: everybody in the environment sees the view.
  await sql`
    create table saved_view (
      environment_id text not null references environment (environment_id),
      view_id text not null,
      resource text not null,
      owner text,
      created_by text not null,
      position integer not null,
      document jsonb not null,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, view_id)
    )`.execute(db)

  // weight_grams null: the parcel is weighed each time.
  await sql`
    create table parcel_preset (
      environment_id text not null references environment (environment_id),
      preset_id text not null,
      name text not null,
      weight_grams integer,
      length_tenth_mm integer not null,
      width_tenth_mm integer not null,
      height_tenth_mm integer not null,
      is_default boolean not null,
      version integer not null,
      created_at timestamptz not null,
      updated_at timestamptz not null,
      primary key (environment_id, preset_id)
    )`.execute(db)
  await sql`
    create unique index parcel_preset_default on parcel_preset (environment_id) where is_default`.execute(db)

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
