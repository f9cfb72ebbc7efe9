import { type RawBuilder, sql, type Transaction } from 'kysely'

/** Rows of one table by column, all with the same columns. JSON columns take values, not text. */
export type Rows = readonly Readonly<Record<string, unknown>>[]
export type RowsByTable = Readonly<Record<string, Rows>>

/**
 * `insert into <table> …` of at least one row. All of them travel as one parameter, so that the statement is the same,
 * and prepared once, whatever their number. With `only`, a row is written if its key is among those that a select finds.
 */
export function insertion(table: string, rows: Rows, only?: { keys: string[]; among: RawBuilder<unknown> }) {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)))
  const source = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`
  if (!only) return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${source}`
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from rows from (${source}, unnest(${only.keys}::text[])) as given
    where given.unnest in (${only.among})`
}

/** Writes the rows of some tables in one statement; no rows are none. */
export async function insertRows<DB>(trx: Transaction<DB>, rowsByTable: RowsByTable): Promise<void> {
  const insertions = Object.entries(rowsByTable)
    .filter(([, rows]) => rows.length > 0)
    .map(([table, rows]) => insertion(table, rows))
  if (insertions.length > 0) await sql`with ${asParts(insertions)} select`.execute(trx)
}

/** `inserted_0 as (…), inserted_1 as (…)`, for a `with`. */
export const asParts = (statements: readonly RawBuilder<unknown>[]) =>
  sql.join(statements.map((statement, index) => sql`${sql.raw(`inserted_${index}`)} as (${statement})`))
