/** `waybill simulator …`, in test environments. */
import type { AdvanceShipment, PlanFault, SimulatorFault } from '@waybill/sdk'
import { Command, Option } from 'commander'
import { record, table } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { withExamples } from '../options.ts'

const MOST_FAULTS = 100
const COLUMNS = ['fault_id', 'carrier_code', 'operation', 'fault', 'calls_left', 'expires_at'] as const

export function simulatorCommand(context: MerchantContext): Command {
  const advance = new Command('advance')
    .description('Move the simulated courier: one step, to a status, or into an incident.')
    .argument('<shipment_id>')
    .addOption(new Option('--status <status>', 'of the booking, such as picked_up or delivered').conflicts('incident'))
    .option('--incident <incident>', 'such as weather or recipient_not_available')
    .action(async (shipmentId: string, move: AdvanceShipment, command: Command) => {
      const { simulator } = await context.client(command)
      const body = Object.keys(move).length === 0 ? undefined : move
      const booking = await simulator.advance(shipmentId, body)
      context.show(command, booking, ({ booking_id, status, incident }) => record({ booking_id, status, incident }))
    })
  withExamples(advance, 'waybill simulator advance shp_… --status delivered', 'waybill simulator advance shp_…')
  return new Command('simulator')
    .description('Move the couriers of a test environment, and let its carriers fail.')
    .addCommand(advance)
    .addCommand(faultsCommand(context))
}

function faultsCommand(context: MerchantContext): Command {
  const plan = new Command('plan')
    .description('Let the next calls of a kind to a simulated carrier go wrong.')
    .requiredOption('--carrier <carrier_code>', 'such as city_van')
    .requiredOption('--operation <operation>', 'quote, book, cancel, update, label or report')
    .requiredOption('--fault <fault>', 'such as refuse, server_error, slow or timeout')
    .addOption(new Option('--calls <count>', 'how many calls go wrong').default(1).argParser(Number))
    .addOption(new Option('--minutes <count>', 'after this time the fault is over').default(60).argParser(Number))
    .action(async (options: PlanOptions, command: Command) => {
      const { simulator } = await context.client(command)
      const { carrier: carrier_code, operation, fault, calls: calls_count, minutes: expires_in_minutes } = options
      const body = { carrier_code, operation, fault, calls_count, expires_in_minutes } as PlanFault
      context.show(command, await simulator.planFault(body), (planned) => record(toColumns(planned)))
    })
  withExamples(plan, 'waybill simulator faults plan --carrier city_van --operation book --fault refuse --calls 2')
  const list = new Command('list')
    .description('List the planned faults.')
    .action(async (_options: unknown, command: Command) => {
      const { simulator } = await context.client(command)
      const planned = await simulator.listFaults().toArray({ limit: MOST_FAULTS })
      context.show(command, planned, (faults) => table(faults.map(toColumns), COLUMNS))
    })
  withExamples(list, 'waybill simulator faults list')
  const remove = new Command('remove')
    .description('Remove a planned fault.')
    .argument('<fault_id>')
    .action(async (faultId: string, _options: unknown, command: Command) => {
      const { simulator } = await context.client(command)
      await simulator.removeFault(faultId)
      context.show(command, { fault_id: faultId, removed: true }, ({ fault_id }) => `Removed ${fault_id}.`)
    })
  withExamples(remove, 'waybill simulator faults remove flt_…')
  return new Command('faults')
    .description('Planned faults of simulated carriers.')
    .addCommand(plan)
    .addCommand(list)
    .addCommand(remove)
}

interface PlanOptions {
  carrier: string
  operation: string
  fault: string
  calls: number
  minutes: number
}

const toColumns = ({ fault_id, carrier_code, operation, fault, calls_left, expires_at }: SimulatorFault) => ({
  fault_id,
  carrier_code,
  operation,
  fault,
  calls_left,
  expires_at,
})
