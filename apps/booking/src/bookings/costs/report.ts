/** Pure: the costs of groups in their public shape. */
import type { CostRow } from '@waybill/contracts/bookings/costs'
import { addDays } from '@waybill/contracts/values/local-time'
import { moneyText } from '@waybill/contracts/values/money'
import { type Figures, figureNames, toWeek } from './cost-lines.ts'
import type { GroupedCosts } from './queries.ts'

const WEEK_DAYS = 7
/** Weeks before the present one in an answer without a period. */
const USUAL_WEEKS_BEFORE = 3

/** The Mondays of the first and the last week; an empty date is the usual one. */
export function readWeeks({ from, to, today }: { from: string; to: string; today: string }) {
  const toMonday = toWeek(to || today)
  const fromMonday = from === '' ? addDays(toMonday, -USUAL_WEEKS_BEFORE * WEEK_DAYS) : toWeek(from)
  return { fromWeek: fromMonday, toWeek: toMonday }
}

/** The Sunday of the week that begins on a Monday. */
export const lastDay = (week: string): string => addDays(week, WEEK_DAYS - 1)

/** One row for each group and currency: amounts with different exponents become amounts with the largest. Exact. */
export function costRows(grouped: readonly GroupedCosts[]): CostRow[] {
  const byKey = Map.groupBy(grouped, ({ week, carrier_code, service_code, currency }) =>
    JSON.stringify([week, carrier_code, service_code, currency]),
  )
  return [...byKey.values()].map(inOneExponent).filter(hasFigures).map(costRow)
}

function inOneExponent(parts: readonly GroupedCosts[]): GroupedCosts {
  const exponent = Math.max(...parts.map((part) => part.exponent))
  const sum = { ...(parts[0] as GroupedCosts), exponent }
  for (const name of figureNames) {
    sum[name] = parts.reduce((total, part) => {
      const scale = name.endsWith('_minor') ? 10 ** (exponent - part.exponent) : 1
      return total + part[name] * scale
    }, 0)
  }
  return sum
}

const hasFigures = (figures: Figures): boolean => figureNames.some((name) => figures[name] !== 0)

function costRow(costs: GroupedCosts): CostRow {
  const { week, carrier_code, service_code, currency, exponent, amount_minor, tax_minor, ...others } = costs
  const { charges_minor, cancelled_minor, ...counts } = others
  const text = (amountMinor: number) => moneyText({ amountMinor, exponent })
  return {
    week,
    carrier_code,
    service_code,
    currency,
    amount: text(amount_minor),
    tax_amount: text(tax_minor),
    total_amount: text(amount_minor + tax_minor),
    charges_amount: text(charges_minor),
    cancelled_amount: text(cancelled_minor),
    ...counts,
  }
}
