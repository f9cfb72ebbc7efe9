/** The entries of the audit log in the database. */
import { newId } from '@waybill/contracts/ids'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AuditEntries, openAuditEntries } from '../testing/audit-entries.ts'
import { startTestIdentity, type TestIdentity } from '../testing/running-identity.ts'
import { insertAuditEntry, pruneAuditEntries } from './repository.ts'

let identity: TestIdentity
let log: AuditEntries
beforeAll(async () => {
  identity = await startTestIdentity()
  log = openAuditEntries(identity)
})
afterAll(async () => {
  await log.close()
  await identity.stop()
})
beforeEach(() => log.startTest())

const anEntry = (action: string) => ({
  actionId: newId('op'),
  actor: 'ada',
  action,
  address: '192.0.2.1',
  userAgent: null,
  requestId: 'req_1',
  targetType: null,
  targetId: null,
  merchantId: null,
  environmentId: null,
  code: null,
  outcome: 'succeeded' as const,
})
const makeOld = (action: string, days: number) =>
  sql`insert into audit_entry (occurred_at, action_id, actor, action, address, request_id, outcome)
    values (now() - ${days} * interval '1 day', ${newId('op')}, 'ada', ${action}, '192.0.2.1', 'req_1', 'succeeded')`.execute(
    log.db,
  )

test('entries cannot be changed or deleted', async () => {
  await insertAuditEntry(log.db, anEntry('kept'))
  const refused = /entries of the audit log cannot be changed/
  await expect(sql`update audit_entry set actor = 'grace'`.execute(log.db)).rejects.toThrow(refused)
  await expect(sql`delete from audit_entry where action = 'kept'`.execute(log.db)).rejects.toThrow(refused)
  await expect(sql`truncate audit_entry`.execute(log.db)).rejects.toThrow()
  await expect(sql`truncate audit_entry`.execute(log.admin)).rejects.toThrow(refused)
  await makeOld('kept', 89)
  await expect(pruneAuditEntries(log.db, 0)).rejects.toThrow(refused)
  expect((await log.entries()).map(({ action }) => action)).toEqual(['kept', 'kept'])
})

test('entries are deleted at the end of their retention', async () => {
  await makeOld('expired', 401)
  await makeOld('expiring', 399)
  expect(await pruneAuditEntries(log.db, 400)).toBe(1)
  expect(await log.outcomes()).toEqual([['expiring', 'succeeded', null]])
})

test('an action has at most one entry before it, and one with its outcome', async () => {
  const entry = anEntry('once')
  for (const outcome of ['started', 'started', 'succeeded', 'succeeded', 'failed'] as const) {
    await insertAuditEntry(log.db, { ...entry, outcome })
  }
  expect((await log.outcomes()).map(([, outcome]) => outcome)).toEqual(['started', 'succeeded'])
})
