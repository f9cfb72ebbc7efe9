/** `waybill simulator …`, in test environments. */
import type { AdvanceShipment } from '@waybill/sdk'
import { Command, Option } from 'commander'
import { record } from '../../table.ts'
import type { MerchantContext } from '../context.ts'
import { withExamples } from '../options.ts'

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
  return new Command('simulator').description('Move the couriers of a test environment.').addCommand(advance)
}
