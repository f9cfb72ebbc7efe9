import type { Compilable, CompiledQuery, Kysely } from 'kysely'

/** The place of a value that each run reads from its own parameters. */
class Placeholder<Parameters> {
  readonly read: (parameters: Parameters) => unknown
  constructor(read: (parameters: Parameters) => unknown) {
    this.read = read
  }
}

/**
 * Marks the place of a value: `param(({ shipmentId }) => shipmentId)`. It has the value's type, so that the query builder
 * checks it, but no value yet: use it where a statement takes a parameter, and nowhere else.
 */
export type Param<Parameters> = <Value>(read: (parameters: Parameters) => Value) => Value

/** A statement of `compileOnce`. */
interface CompiledOnce<DB, Parameters, Row> {
  /** Runs it. */
  (db: Kysely<DB>, parameters: Parameters): Promise<Row[]>
  /** It with parameters, to be sent together with others: see `inOneTrip`. */
  toQuery(db: Kysely<DB>, parameters: Parameters): Compilable<Row>
}

/**
 * A statement whose text is built on its first run and reused by every later one. Use it on the path of every request:
 * there the query builder takes as long to build a text as Postgres takes to run it. The text must not depend on
 * parameters. Runs on the pool or the transaction that it is called with.
 */
export function compileOnce<DB, Parameters, Row>(
  build: (db: Kysely<DB>, param: Param<Parameters>) => CompiledQuery<Row>,
): CompiledOnce<DB, Parameters, Row> {
  const param = (<Value>(read: (parameters: Parameters) => Value) =>
    new Placeholder(read)) as unknown as Param<Parameters>
  let compiled: CompiledQuery<Row> | undefined
  function bind(db: Kysely<DB>, parameters: Parameters): CompiledQuery<Row> {
    compiled ??= build(db, param)
    const values = compiled.parameters.map((value) =>
      value instanceof Placeholder ? (value as Placeholder<Parameters>).read(parameters) : value,
    )
    return { ...compiled, parameters: values }
  }
  const run = async (db: Kysely<DB>, parameters: Parameters) => (await db.executeQuery<Row>(bind(db, parameters))).rows
  const toQuery = (db: Kysely<DB>, parameters: Parameters) => ({ compile: () => bind(db, parameters) })
  return Object.assign(run, { toQuery })
}
