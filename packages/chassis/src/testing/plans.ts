/** The plans of the statements that a read sends. */
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryExecutorProvider,
} from 'kysely'

export interface Plan {
  /** Rows that the statement read from tables and indexes, as Postgres ran it, also those that it did not return. */
  rowsRead: number
  /** Names of the indexes that were read. */
  indexes: string[]
  /** Names of the tables that were read from beginning to end. */
  scanned: string[]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

/**
 * The plan of each statement that `read` sends to the database that it is given, in order, with the plan's figures from `db`.
 * `read` gets no rows, so it sends what it would for an empty answer.
 */
export async function explainPlans<Tables>(
  db: QueryExecutorProvider,
  read: (db: Kysely<Tables>) => Promise<unknown>,
): Promise<Plan[]> {
  const plans: Plan[] = []
  for (const { sql, parameters } of await compileStatements(read)) {
    const explain = CompiledQuery.raw(`explain (analyze, format json) ${sql}`, [...parameters])
    const { rows } = await (db as Kysely<unknown>).executeQuery<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(explain)
    const nodes = rows.flatMap((row) => row['QUERY PLAN'].flatMap(({ Plan: root }) => allNodes(root)))
    plans.push({
      rowsRead: nodes.reduce((sum, node) => sum + (node.Plans === undefined ? readBy(node) : 0), 0),
      indexes: nodes.flatMap((node) => node['Index Name'] ?? []),
      scanned: nodes.flatMap((node) => (node['Node Type'] === 'Seq Scan' ? (node['Relation Name'] ?? []) : [])),
    })
  }
  return plans
}

const readBy = (node: PlanNode): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']

const allNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(allNodes)]

async function compileStatements<Tables>(read: (db: Kysely<Tables>) => Promise<unknown>): Promise<CompiledQuery[]> {
  const sent: CompiledQuery[] = []
  const compiling = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push(query),
  })
  await read(compiling)
  return sent
}
