import { Command, CommanderError } from 'commander'
import { adminClient } from './admin-client.ts'
import { adminCommand, type CommandContext } from './admin-commands.ts'
import { CliError, EXIT } from './cli-error.ts'
import { adminAccess } from './config.ts'

export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  out: (text: string) => void
  err: (text: string) => void
}

/** Runs the command with its arguments and answers its exit code; failures are told on `err`. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const context: CommandContext = {
    call: (method, path, body) => adminClient(adminAccess(terminal.env))(method, path, body),
    write: terminal.out,
  }
  const program = new Command('waybill')
    .description('The command of a Waybill installation.')
    .option('--json', 'print answers as JSON')
    .addCommand(adminCommand(context))
    .addHelpText(
      'after',
      `
The admin API is found by WAYBILL_ADMIN_URL and WAYBILL_ADMIN_TOKEN, else by .waybill/sandbox.json.
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 not reachable.`,
    )
  forEachCommand(program, (command) =>
    command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err }),
  )
  try {
    await program.parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    // Commander has said what is wrong already; asking for help is no failure.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    if (!(error instanceof CliError)) throw error
    terminal.err(`${error.message}\n`)
    return error.exitCode
  }
}

function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const inner of command.commands) forEachCommand(inner, visit)
}
