import { type Database, openDatabase } from '@waybill/chassis/postgres/database'
import type { IdentityDatabase } from '../db.ts'

/** A running process with its own database. */
interface Running {
  options: { databaseUrl: string; databaseSchema: string }
  /** Administrator URL of the database server. */
  postgresUrl: string
}

/** For tests: the rows of the audit log, and of other tables. `db` is the role of the process, `admin` a superuser. */
export function openAuditEntries<DB extends IdentityDatabase = IdentityDatabase>({ options, postgresUrl }: Running) {
  const { databaseUrl: url, databaseSchema: schema } = options
  const adminUrl = new URL(postgresUrl)
  adminUrl.pathname = new URL(url).pathname
  const db = openDatabase<DB>({ url, schema, applicationName: 'gateway test', poolSize: 1 })
  const admin = openDatabase<DB>({
    url: adminUrl.href,
    schema,
    applicationName: 'gateway test',
    poolSize: 1,
  })
  let startedAfter = 0
  const log: Database<IdentityDatabase> = db as never
  const list = (after = startedAfter) =>
    log.selectFrom('audit_entry').selectAll().where('position', '>', after).orderBy('position').execute()
  return {
    db,
    admin,
    /** Leaves out the entries so far. */
    async startTest() {
      startedAfter = (await list(0)).at(-1)?.position ?? 0
    },
    /** Entries of the current test, oldest first. */
    entries: () => list(),
    outcomes: async () => (await list()).map(({ action, outcome, code }) => [action, outcome, code]),
    async close() {
      await db.destroy()
      await admin.destroy()
    },
  }
}

export type AuditEntries = ReturnType<typeof openAuditEntries>
