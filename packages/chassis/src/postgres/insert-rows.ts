import { type Insertable, type InsertType, type RawBuilder, sql, type Transaction } from 'kysely'
import type { Param } from './compiled-query.ts'
import { sendAsOne, type Write } from './pipelining.ts'

/** The columns of a table that have no default: every insert names them. */
type NewColumn<Table> = {
  [Column in keyof Table & string]: [InsertType<Table[Column]>] extends [never]
    ? never
    : undefined extends InsertType<Table[Column]>
      ? never
      : Column
}[keyof Table & string]

/** A row to insert, with all columns that have no default. JSON columns take values, not text. */
export type NewRow<Table> = { readonly [Column in NewColumn<Table>]: InsertType<Table[Column]> }

/** Rows to insert, by table; those of one table have the same columns. JSON columns take values, not text. */
export type RowsByTable<DB> = { readonly [Table in keyof DB & string]?: readonly Insertable<DB[Table]>[] }

type NoneMissing<Table, Named extends string> = [Exclude<NewColumn<Table>, Named>] extends [never]
  ? unknown
  : { missing: Exclude<NewColumn<Table>, Named> }

/** The columns of a table that an insert names. Compiles only if every column without a default is among them. */
export const newColumns =
  <Table>() =>
  <const Named extends readonly NewColumn<Table>[]>(
    columns: Named & NoneMissing<Table, Named[number]>,
  ): readonly NewColumn<Table>[] =>
    columns

/**
 * Inserts rows into several tables by one statement, those of each table in the order given. Empty input is a no-op.
 * Within `transact` it does not wait for the answer: an insert that fails makes the transaction fail.
 */
export async function insertRows<DB>(trx: Transaction<DB>, rowsByTable: RowsByTable<DB>): Promise<void> {
  await sendAsOne(trx, rowInserts(rowsByTable))
}

/** The inserts of `insertRows`, a write for each table, to be sent together with others. */
export function rowInserts<DB>(rowsByTable: RowsByTable<DB>): Write[] {
  return Object.entries(rowsByTable as Record<string, readonly object[] | undefined>).flatMap(([table, rows = []]) => {
    const [row] = rows
    return row === undefined ? [] : [insertInOrder(table, [row, ...rows.slice(1)])]
  })
}

function insertInOrder(table: string, rows: readonly [object, ...object[]]): RawBuilder<unknown> {
  const columns = columnList(Object.keys(rows[0]))
  return sql`
    insert into ${sql.table(table)} (${columns}) select ${columns}
    from ${recordset(table, JSON.stringify(rows))} with ordinality as given order by given.ordinality`
}

/** Rows of one table, and for each the key that decides whether it is inserted. */
export interface KeyedRows<Row> {
  rows: readonly Row[]
  keys: readonly string[]
}

/**
 * `insert into <table> …` of the rows whose keys are in the common table expression `recorded` of the same statement, in
 * the order given: a join may return them in any other, and columns such as `position` count up as they are inserted.
 * Rows and keys travel as one parameter each, so that the text, and its plan, serve any number of rows.
 */
export const insertRecorded =
  <DB, Parameters>(param: Param<Parameters>) =>
  <Table extends keyof DB & string>(
    table: Table,
    columns: readonly NewColumn<DB[Table]>[],
    read: (parameters: Parameters) => KeyedRows<NewRow<DB[Table]>>,
  ): RawBuilder<unknown> => {
    const rows = param((parameters) => JSON.stringify(read(parameters).rows))
    const keys = param((parameters) => read(parameters).keys)
    return sql`
      insert into ${sql.table(table)} (${columnList(columns)})
      select ${columnList(columns)}
      from rows from (${recordset(table, rows)}, unnest(${keys}::text[])) with ordinality as given
      where given.unnest in (select key from recorded)
      order by given.ordinality`
  }

const columnList = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))

const recordset = (table: string, json: string) =>
  sql`json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
