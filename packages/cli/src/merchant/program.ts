import tab from '@bomb.sh/tab/commander'
import { Command } from 'commander'
import { forEachCommand, type Program } from '../run-program.ts'
import type { Terminal } from '../terminal.ts'
import { forBash } from './bash-completion.ts'
import { addressesCommand } from './commands/addresses.ts'
import { bookCommand } from './commands/book.ts'
import { bookingsCommand } from './commands/bookings.ts'
import { carriersCommand } from './commands/carriers.ts'
import { costsCommand } from './commands/costs.ts'
import { customsCommand } from './commands/customs.ts'
import { eventsCommand } from './commands/events.ts'
import { labelCommand } from './commands/label.ts'
import { labelsCommand } from './commands/labels.ts'
import { manifestsCommand } from './commands/manifests.ts'
import { pickupsCommand } from './commands/pickups.ts'
import { quotesCommand } from './commands/quotes.ts'
import { returnsCommand } from './commands/returns.ts'
import { shipmentsCommand } from './commands/shipments.ts'
import { signInCommands } from './commands/sign-in.ts'
import { simulatorCommand } from './commands/simulator.ts'
import { trackCommand } from './commands/track.ts'
import { triggerCommand } from './commands/trigger.ts'
import { webhooksCommand } from './commands/webhooks.ts'
import { MerchantContext } from './context.ts'
import { wholeNumber } from './options.ts'
import { VERSION } from './version.ts'

const HELP = `
Start with waybill login. WAYBILL_API_KEY and WAYBILL_URL replace a profile, WAYBILL_PROFILE selects one, and
NO_COLOR turns colours off.
Exit codes: 0 success, 1 refused by Waybill, 2 usage error, 3 not signed in, 4 not reachable, 5 not decided yet,
130 interrupted.`

/** The commands of merchants. */
export function merchantProgram(terminal: Terminal): Program {
  const context = new MerchantContext(terminal)
  const command = new Command('waybill')
    .description('Ships with Waybill from the command line.')
    .version(VERSION)
    .option('--json', 'print JSON: a document, or a line for each entry of a list')
    .option('--profile <name>', 'use the key stored under this name')
    .option('--timeout <seconds>', 'of each call', wholeNumber(1, 600), 30)
    .addHelpText('after', HELP)
  for (const one of signInCommands(context)) command.addCommand(one)
  command
    .addCommand(shipmentsCommand(context))
    .addCommand(quotesCommand(context))
    .addCommand(bookCommand(context))
    .addCommand(bookingsCommand(context))
    .addCommand(trackCommand(context))
    .addCommand(labelCommand(context))
    .addCommand(labelsCommand(context))
    .addCommand(pickupsCommand(context))
    .addCommand(manifestsCommand(context))
    .addCommand(returnsCommand(context))
    .addCommand(costsCommand(context))
    .addCommand(simulatorCommand(context))
    .addCommand(triggerCommand(context))
    .addCommand(eventsCommand(context))
    .addCommand(webhooksCommand(context))
    .addCommand(carriersCommand(context))
    .addCommand(customsCommand(context))
    .addCommand(addressesCommand(context))
  forEachCommand(command, (one) => one.configureHelp({ showGlobalOptions: true }))
  tab(command, { completionCommandName: 'completion' })
  forBash(command, terminal)
  return {
    command,
    explain: (error) => context.explain(error),
    // The commands of operators print the words of the admin API.
    wantsJson: (args) => args.includes('--json') && !args.includes('admin'),
  }
}
