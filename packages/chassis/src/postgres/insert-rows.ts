import { type RawBuilder, sql, type Transaction } from 'kysely'

/** Rows of one table by column, all with the same columns. JSON columns take values, not text. */
export type Rows = readonly Readonly<Record<string, unknown>>[]
export type RowsByTable = Readonly<Record<string, Rows>>

/** Rows of one table of which each is written if its key is among those that a select finds. */
export interface KeyedRows {
  table: string
  rows: Rows
  keys: string[]
}

const columnsOf = (rows: Rows): string[] => Object.keys(rows[0] ?? {})

/**
 * `insert into <table> …` of at least one row. All of them travel as one parameter, so that the statement is the same,
 * and prepared once, whatever their number.
 */
function insertion(table: string, rows: Rows) {
  const columns = columnList(rows)
  return sql`insert into ${sql.table(table)} (${columns}) select ${columns} from ${recordset(table, rows)}`
}

/** The same for those whose keys are `among`. */
export function keyedInsertion({ table, rows, keys }: KeyedRows, among: RawBuilder<unknown>) {
  const columns = columnList(rows)
  return sql`
    insert into ${sql.table(table)} (${columns})
    select ${columns} from rows from (${recordset(table, rows)}, unnest(${keys}::text[])) as given
    where given.unnest in (${among})`
}

const columnList = (rows: Rows) => sql.join(columnsOf(rows).map((column) => sql.ref(column)))

const recordset = (table: string, rows: Rows) =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::json)`

/** The parameters of a `keyedInsertion`, in their order. */
export const keyedParameters = ({ rows, keys }: KeyedRows): unknown[] => [JSON.stringify(rows), keys]

/** What the text of an insertion depends on. */
export const nameOfRows = ({ table, rows }: { table: string; rows: Rows }): string => `${table} (${columnsOf(rows)})`

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
