import { Command, CommanderError } from 'commander'
import { adminClient } from './admin-client.ts'
import { CliError, EXIT } from './cli-error.ts'
import type { CommandContext } from './command-context.ts'
import { adminCommand } from './commands/admin.ts'
import { adminAccess } from './config.ts'

export interface Terminal {
  env: Readonly<Record<string, string | undefined>>
  out: (text: string) => void
  err: (text: string) => void
  /** Asks for confirmation; absent if standard input is not a terminal. */
  confirm?: (question: string) => Promise<boolean>
}

/** Runs the command and resolves to its exit code. Failures are printed on `err`. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  const context: CommandContext = {
    call: (method, path, body) => adminClient(adminAccess(terminal.env)).call(method, path, body),
    list: (path, most) => adminClient(adminAccess(terminal.env)).list(path, most),
    demoToken: () => adminAccess(terminal.env).demoToken,
    env: terminal.env,
    write: terminal.out,
    writeError: terminal.err,
    confirm: terminal.confirm ?? refuseToConfirm,
  }
  const program = new Command('waybill')
    .description('Operates a Waybill installation.')
    .option('--json', 'print responses as JSON')
    .addCommand(adminCommand(context))
    .addHelpText(
      'after',
      `
WAYBILL_ADMIN_URL and WAYBILL_ADMIN_TOKEN (or WAYBILL_ADMIN_TOKEN_FILE) configure the admin API; the default is
.waybill/sandbox.json, which npm start writes.
Exit codes: 0 success, 1 refused, 2 usage error, 3 unreachable, 4 migrations pending, 5 a service could not be asked.`,
    )
  forEachCommand(program, (command) =>
    command.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: terminal.err }),
  )
  try {
    await program.parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    // Commander has already printed the error. --help exits with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    if (!(error instanceof CliError)) throw error
    terminal.err(`${error.message}\n`)
    return error.exitCode
  }
}

async function refuseToConfirm(): Promise<never> {
  throw new CliError(
    EXIT.usage,
    'Confirmation is required, but standard input is not a terminal. Pass --yes to confirm.',
  )
}

function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const inner of command.commands) forEachCommand(inner, visit)
}
