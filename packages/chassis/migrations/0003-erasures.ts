import { type Kysely, sql } from 'kysely'

/** Subjects whose personal data has been or is being erased in this schema. */
export async function up<DB>(db: Kysely<DB>): Promise<void> {
  await sql`
    create table erasure (
      environment_id text not null,
      subject_id text not null,
      subject_type text not null,
      is_recent boolean not null,
      cause text not null check (cause in ('operator', 'retention')),
      note text,
      erased_at timestamptz not null,
      passes smallint not null default 0,
      tries smallint not null default 0,
      due_at timestamptz,
      hindrance text,
      primary key (environment_id, subject_id)
    )`.execute(db)
  await sql`create index erasure_due on erasure (due_at) where due_at is not null`.execute(db)
}
