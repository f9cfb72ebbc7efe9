/** Deletion of ended operations, and which operations keep their idempotency records. */
import type { OperationKey } from '@waybill/chassis/idempotency/pruning'
import { sql } from 'kysely'
import type { Db, Trx } from '../db.ts'

const BATCH = 1_000

/** Those of the operations that are still open. */
export async function findOpenOperations(trx: Trx, operations: OperationKey[]): Promise<OperationKey[]> {
  const { rows } = await sql<OperationKey>`
    select environment_id as "environmentId", op_id as "opId"
    from unnest(
      ${operations.map(({ environmentId }) => environmentId)}::text[],
      ${operations.map(({ opId }) => opId)}::text[]
    ) as asked (environment_id, op_id)
    join operation using (environment_id, op_id)
    where operation.state = 'open'`.execute(trx)
  return rows
}

/** Deletes a batch of operations that ended more than `days` ago. Resolves to their number. */
export async function pruneOperations(db: Db, days: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from operation
    where (environment_id, op_id) in (
      select environment_id, op_id from operation
      where state = 'ended' and ended_at < now() - ${days} * interval '1 day'
      order by ended_at limit ${BATCH}
      for update skip locked
    )`.execute(db)
  return Number(numAffectedRows ?? 0)
}
