import type { Answer } from '@waybill/chassis/idempotency/operations'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { type Costs, costGroups, MOST_COST_ROWS, MOST_COST_WEEKS } from '@waybill/contracts/bookings/costs'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { GetCostsRequest__Output } from '@waybill/contracts/gen/waybill/booking/v1/GetCostsRequest'
import { invalidParameter } from '@waybill/contracts/requests/validation'
import { addDays, utcDate } from '@waybill/contracts/values/local-time'
import { listCosts } from '../bookings/costs/queries.ts'
import { costRows, lastDay, readWeeks } from '../bookings/costs/report.ts'
import { findCountedUntil } from '../bookings/costs/repository.ts'
import type { Dependencies } from '../dependencies.ts'

/** Costs of the weeks that contain the period. Throws `invalid_parameter` if there are too many weeks or rows. */
export async function getCosts(
  { db }: Pick<Dependencies, 'db'>,
  { environmentId }: CallContext,
  { from, to, group_by }: GetCostsRequest__Output,
): Promise<Answer> {
  const weeks = readWeeks({ from, to, today: utcDate(new Date()) })
  if (weeks.fromWeek > weeks.toWeek) throw invalidParameter('from', 'must not be after to')
  if (weeks.fromWeek <= addDays(weeks.toWeek, -7 * MOST_COST_WEEKS))
    throw invalidParameter('from', `must be at most ${MOST_COST_WEEKS} weeks before to`)
  const groupBy = group_by.length === 0 ? costGroups : costGroups.filter((group) => group_by.includes(group))
  const countedUntil = await findCountedUntil(db)
  const grouped = await listCosts(db, environmentId, { ...weeks, groupBy }, MOST_COST_ROWS + 1)
  if (grouped.length > MOST_COST_ROWS)
    throw invalidParameter('group_by', `gives more than ${MOST_COST_ROWS} rows: ask for fewer weeks, or group by less`)
  const costs: Costs = {
    from: weeks.fromWeek,
    to: lastDay(weeks.toWeek),
    group_by: [...groupBy],
    as_of: countedUntil?.toISOString() ?? null,
    rows: costRows(grouped),
  }
  return { status: 200, body: envelopeBytes(successEnvelope(costs)) }
}
