/** Costs of weeks as merchants read them. */
import type { CostGroup } from '@waybill/contracts/bookings/costs'
import { sql } from 'kysely'
import type { Db } from '../../db.ts'
import { type Figures, figureNames } from './cost-lines.ts'

/** The costs of a group in one currency and exponent. A column that nothing is grouped by is null. */
export interface GroupedCosts extends Figures {
  week: string | null
  carrier_code: string | null
  service_code: string | null
  currency: string
  exponent: number
}

const columns = [
  ['week', 'week'],
  ['carrier', 'carrier_code'],
  ['service', 'service_code'],
] as const satisfies (readonly [CostGroup, string])[]

/** Costs of an environment's weeks from one Monday to another, at most `limit` rows, in the order of their columns. */
export async function listCosts(
  db: Db,
  environmentId: string,
  { fromWeek, toWeek, groupBy }: { fromWeek: string; toWeek: string; groupBy: readonly CostGroup[] },
  limit: number,
): Promise<GroupedCosts[]> {
  const keys = columns.map(([group, column]) =>
    groupBy.includes(group) ? sql`${sql.ref(column)}` : sql`null::text as ${sql.ref(column)}`,
  )
  const sums = figureNames.map((name) => sql`sum(${sql.ref(name)})::bigint as ${sql.ref(name)}`)
  const { rows } = await sql<GroupedCosts>`
    select ${sql.join(keys)}, currency, exponent, ${sql.join(sums)}
    from cost_week
    where environment_id = ${environmentId} and week >= ${fromWeek} and week <= ${toWeek}
    group by 1, 2, 3, currency, exponent
    order by 1, 2, 3, currency, exponent limit ${limit}`.execute(db)
  return rows
}
