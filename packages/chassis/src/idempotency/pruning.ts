/** Deletes expired answers, and operations that nothing will finish. */
import { type Kysely, sql, type Transaction } from 'kysely'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { transact } from '../postgres/database.ts'
import { RETENTION_HOURS } from './operations.ts'

const BATCH = 1_000

/** Deletes a batch of expired answers; resolves to their number. */
export async function pruneIdempotencyRecords<DB extends ChassisTables>(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_record
    where (environment_id, op_id) in (
      select environment_id, op_id from idempotency_record
      where state = 'finished' and created_at < now() - ${RETENTION_HOURS} * interval '1 hour'
      order by created_at limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface OperationKey {
  environmentId: string
  opId: string
}

/** Returns those of the operations that the service will finish without a repeat by the caller. */
export type FindUnfinished<DB> = (trx: Transaction<DB>, operations: OperationKey[]) => Promise<OperationKey[]>

/**
 * Deletes a batch of expired records that were begun and have no lease: their process died or abandoned them, and no
 * repeat came. Keeps those that `findUnfinished` returns. Resolves to the number deleted.
 */
export async function pruneDeadOperations<DB extends ChassisTables>(
  db: Kysely<DB>,
  findUnfinished: FindUnfinished<DB>,
): Promise<number> {
  return await transact(db, async (trx) => {
    const { rows: left } = await sql<OperationKey>`
      select environment_id as "environmentId", op_id as "opId" from idempotency_record
      where state = 'started' and created_at < now() - ${RETENTION_HOURS} * interval '1 hour'
        and coalesce(lease_until < now(), true)
      order by created_at limit ${BATCH}
      for update skip locked`.execute(trx)
    if (left.length === 0) return 0
    const unended = new Set((await findUnfinished(trx, left)).map(toText))
    const dead = left.filter((operation) => !unended.has(toText(operation)))
    await sql`
      delete from idempotency_record as record
      using unnest(${dead.map(({ environmentId }) => environmentId)}::text[], ${dead.map(({ opId }) => opId)}::text[])
        as dead (environment_id, op_id)
      where record.environment_id = dead.environment_id and record.op_id = dead.op_id`.execute(trx)
    return dead.length
  })
}

const toText = ({ environmentId, opId }: OperationKey): string => `${environmentId} ${opId}`
