import { type Kysely, sql } from 'kysely'

/**
 * Whether the role that is connected owns the schema, itself or as a member or superuser, and so may change its tables.
 * Null: there is no such schema.
 */
export async function ownsSchema<DB>(db: Kysely<DB>, schema: string): Promise<boolean | null> {
  const { rows } = await sql<{ owns: boolean }>`
    select pg_has_role(nspowner, 'usage') as owns from pg_namespace where nspname = ${schema}`.execute(db)
  return rows[0]?.owns ?? null
}
