/** `… suspend` and `… resume` of merchants, environments and keys. */
import type { Command } from 'commander'
import { type CommandContext, id, print } from '../command-context.ts'
import { record } from '../table.ts'

/** Adds both commands to those of the noun. */
export function addSuspension(
  context: CommandContext,
  parent: Command,
  noun: 'merchant' | 'environment' | 'key',
): void {
  const path = (thingId: string, action: string) => `/admin/${noun}s/${id(thingId)}/${action}`
  parent
    .command('suspend')
    .description(`Refuse all requests of this ${noun} until it is resumed. Every gateway does so within one second.`)
    .argument(`<${noun}_id>`)
    .requiredOption('--reason <text>', 'why, for other operators; merchants do not see it')
    .action(async (thingId: string, { reason }: { reason: string }, command: Command) => {
      print(context, command, await context.call<object>('POST', path(thingId, 'suspend'), { reason }), record)
    })
  parent
    .command('resume')
    .description(`End the suspension of this ${noun}.`)
    .argument(`<${noun}_id>`)
    .action(async (thingId: string, _options, command: Command) => {
      print(context, command, await context.call<object>('POST', path(thingId, 'resume')), record)
    })
}
