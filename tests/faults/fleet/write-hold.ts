/** Holds a transaction of the booking service at a write, so that a test can kill the process before the commit. */
import { eventually } from '@waybill/testing/eventually'
import type pg from 'pg'

/** Two numbers: the services lock by one, so theirs are others. */
const LOCK = '1702, 1'
const PATIENT = { timeoutMs: 60_000, intervalMs: 50 }

export interface WriteHold {
  /** From now on, the environment's writes to the table of the booking service wait. */
  at(table: string, write: 'insert' | 'update', environmentId: string): Promise<void>
  /** Resolves when a write waits. */
  reached(): Promise<void>
  /** Lets writes pass. One whose process was killed is rolled back. Idempotent. */
  release(): Promise<void>
  close(): Promise<void>
}

/** `db` is opened as the administrator of the services' database. */
export async function openWriteHold(db: pg.Pool): Promise<WriteHold> {
  const keeper = await db.connect()
  await keeper.query(`
    create function booking.wait_for_test() returns trigger language plpgsql as
    $$ begin perform pg_advisory_xact_lock_shared(${LOCK}); return new; end $$`)
  let held: string | null = null
  const waiting = async (): Promise<number> => {
    const { rows } = await keeper.query(
      `select 1 from pg_locks join pg_database on pg_database.oid = database
       where datname = current_database() and locktype = 'advisory' and objsubid = 2
         and (classid, objid) = (${LOCK}) and not granted`,
    )
    return rows.length
  }
  return {
    async at(table, write, environmentId) {
      await keeper.query(`select pg_advisory_lock(${LOCK})`)
      held = table
      await keeper.query(`
        create trigger wait_for_test before ${write} on booking.${table} for each row
        when (new.environment_id = '${environmentId}') execute function booking.wait_for_test()`)
    },
    reached: () =>
      eventually(async () => {
        if ((await waiting()) === 0) throw new Error(`nothing writes ${held}`)
      }, PATIENT),
    async release() {
      if (held === null) return
      await keeper.query(`select pg_advisory_unlock(${LOCK})`)
      await keeper.query(`drop trigger wait_for_test on booking.${held}`)
      held = null
    },
    async close() {
      await keeper.query('select pg_advisory_unlock_all()')
      keeper.release()
    },
  }
}
