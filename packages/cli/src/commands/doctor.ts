/** `waybill admin doctor`: stuck work. */
import { Command, InvalidArgumentError } from 'commander'
import { CliError, EXIT } from '../cli-error.ts'
import { type CommandContext, print } from '../command-context.ts'
import { table } from '../table.ts'

interface Stuck {
  things: {
    kind: string
    service: string
    id: string
    environment_id: string | null
    since: string
    why: string
    runbook: string
  }[]
  counts: { service: string; kind: string; count: number; listed: number }[]
  unasked: { service: string; kind: string | null; reason: string }[]
}

export const doctorCommand = (context: CommandContext): Command =>
  new Command('doctor')
    .description('List all stuck work, oldest first, with the runbook entry for each.')
    .option('--after <seconds>', 'list what is older than this, instead of the limit of each kind', seconds)
    .addHelpText(
      'after',
      `
Exit codes: 0 nothing is stuck, ${EXIT.refused} something is, ${EXIT.unasked} nothing was found but not every service could be asked.`,
    )
    .action(async ({ after }: { after?: number }, command: Command) => {
      const found = await context.call<Stuck>(
        'GET',
        `/admin/stuck${after === undefined ? '' : `?after_seconds=${after}`}`,
      )
      print(context, command, found, text)
      for (const { service, kind, reason } of found.unasked)
        context.writeError(`${service} could not be asked${kind === null ? '' : ` for ${kind}`}: ${reason}\n`)
      const total = found.counts.reduce((sum, { count }) => sum + count, 0)
      if (total > 0) throw new CliError(EXIT.refused, `Stuck: ${total}.`)
      if (found.unasked.length > 0) throw new CliError(EXIT.unasked, 'Not every service could be asked.')
    })

function text({ things, counts, unasked }: Stuck): string {
  if (things.length === 0) return unasked.length === 0 ? 'Nothing is stuck.\n' : ''
  const cut = counts.filter(({ count, listed }) => count > listed)
  return [
    table(things, ['kind', 'service', 'id', 'environment_id', 'since', 'why', 'runbook']),
    ...cut.map(({ service, kind, count, listed }) => `${kind} in ${service}: the oldest ${listed} of ${count}.\n`),
  ].join('')
}

function seconds(value: string): number {
  if (!/^[1-9]\d{0,6}$/.test(value)) throw new InvalidArgumentError('Expected a whole number of seconds, at least 1.')
  return Number(value)
}
