import { Command, CommanderError } from 'commander'
import { adminClient } from './admin-client.ts'
import { adminCommand } from './admin-commands.ts'
import { CliError, EXIT } from './cli-error.ts'
import type { CommandContext } from './command-context.ts'
import { adminAccess } from './config.ts'

export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  out: (text: string) => void
  err: (text: string) => void
  /** Asks the person who sits there; left out where nobody does. */
  confirm?: (question: string) => Promise<boolean>
}

/** Runs the command with its arguments and answers its exit code; failures are told on `err`. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const context: CommandContext = {
    call: (method, path, body) => adminClient(adminAccess(terminal.env))(method, path, body),
    env: terminal.env,
    write: terminal.out,
    writeError: terminal.err,
    confirm: terminal.confirm ?? nobodyToAsk,
  }
  const program = new Command('waybill')
    .description('The command of a Waybill installation.')
    .option('--json', 'print answers as JSON')
    .addCommand(adminCommand(context))
    .addHelpText(
      'after',
      `
The admin API is found by WAYBILL_ADMIN_URL and WAYBILL_ADMIN_TOKEN, else by .waybill/sandbox.json.
Exit codes: 0 done, 1 refused, 2 wrong usage, 3 not reachable, 4 migrations pending.`,
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

async function nobodyToAsk(): Promise<never> {
  throw new CliError(EXIT.usage, 'Nobody is at the terminal to be asked: say --yes if you mean it.')
}

function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const inner of command.commands) forEachCommand(inner, visit)
}
