import { isDeepStrictEqual } from 'node:util'
import type { CompiledQuery, Kysely } from 'kysely'

const built = new Map<string, CompiledQuery>()

/**
 * Runs a statement that is built for its first call only: for those on the way of every request, since the query builder
 * takes as long to make a text as Postgres takes to run it. `name` stands for the text, so whatever the text depends on
 * is part of it. `build` makes the statement with these parameters; later calls give theirs in the same order. Throws a
 * TypeError if what was built takes others, or in another order.
 */
export async function runBuiltOnce<Row, DB>(
  db: Kysely<DB>,
  name: string,
  parameters: readonly unknown[],
  build: () => CompiledQuery<Row>,
): Promise<Row[]> {
  const { rows } = await db.executeQuery<Row>({
    ...(built.get(name) ?? buildFirst(name, parameters, build)),
    parameters,
  })
  return rows
}

function buildFirst(name: string, parameters: readonly unknown[], build: () => CompiledQuery): CompiledQuery {
  const statement = build()
  if (!isDeepStrictEqual([...statement.parameters], [...parameters])) {
    throw new TypeError(`the statement "${name}" takes other parameters, or in another order`)
  }
  built.set(name, statement)
  return statement
}
