/** `waybill costs`. */
import type { CostRow, Costs, GetCosts } from '@waybill/sdk'
import { exportCosts } from '@waybill/sdk/sheets/costs'
import { Command, Option } from 'commander'
import { plain, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { collect, withExamples } from '../options.ts'

interface CostsOptions {
  from?: string
  to?: string
  by?: NonNullable<GetCosts['group_by']>
  csv?: boolean
}

export function costsCommand(context: MerchantContext): Command {
  const costs = new Command('costs')
    .description('Show what bookings cost, and how many were on time, in whole weeks by carrier and service.')
    .option('--from <date>', 'a date in the first week (default: four weeks)')
    .option('--to <date>', 'a date in the last week (default: today)')
    .addOption(new Option('--by <groups>', 'of week, carrier, service (default: all)').argParser(collect))
    .option('--csv', 'print CSV, with every figure')
    .action(async ({ from, to, by, csv }: CostsOptions, command: Command) => {
      const { costs } = await context.client(command)
      const found = await costs.get({ from, to, group_by: by })
      if (csv) context.terminal.out(exportCosts(found.rows))
      else context.show(command, found, text)
    })
  return withExamples(costs, 'waybill costs --by carrier,service', 'waybill costs --from 2026-01-05 --csv > costs.csv')
}

function text({ from, to, as_of, group_by, rows }: Costs): string {
  const groups = { week: 'week', carrier: 'carrier_code', service: 'service_code' } as const
  const shown = [
    ...Object.entries(groups).flatMap(([group, column]) => (group_by.some((one) => one === group) ? [column] : [])),
    ...(['total_amount', 'currency', 'parcels', 'delivered', 'on_time', 'failed', 'returned'] as const),
  ]
  const lines = rows.map((row) => ({ ...row, on_time: onTime(row) }))
  const countedUntil = as_of === null ? 'Older bookings are still being counted.' : `As of ${plain(as_of)}.`
  return `${table(lines, shown)}${plain(from)} to ${plain(to)}. ${countedUntil}\n`
}

/** The share of deliveries, as `91%`; null without any. */
function onTime({ on_time, late }: CostRow): string | null {
  return on_time + late === 0 ? null : `${Math.round((100 * on_time) / (on_time + late))}%`
}
