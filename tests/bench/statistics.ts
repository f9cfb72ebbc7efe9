import pg from 'pg'

/**
 * Gives the planner statistics, as autovacuum does within a minute of the first rows. Until then it checks foreign keys with
 * any index that contains the key, some of which it has to scan, and the result depends on that choice.
 */
export async function analyzeTables(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('analyze').finally(() => client.end())
}
