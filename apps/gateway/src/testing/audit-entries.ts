import { openDatabase } from '@waybill/chassis/postgres/database'
import type { GatewayDatabase } from '../db.ts'
import type { TestGateway } from './running-gateway.ts'

/** For tests: the rows of a gateway's audit log. `db` is the gateway's role, `admin` a superuser. */
export function openAuditEntries({ options, postgresUrl }: TestGateway) {
  const { databaseUrl: url, databaseSchema: schema } = options
  const adminUrl = new URL(postgresUrl)
  adminUrl.pathname = new URL(url).pathname
  const db = openDatabase<GatewayDatabase>({ url, schema, applicationName: 'gateway test', poolSize: 1 })
  const admin = openDatabase<GatewayDatabase>({
    url: adminUrl.href,
    schema,
    applicationName: 'gateway test',
    poolSize: 1,
  })
  let startedAfter = 0
  const list = (after = startedAfter) =>
    db.selectFrom('audit_entry').selectAll().where('position', '>', after).orderBy('position').execute()
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
