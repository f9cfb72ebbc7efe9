import { adminClient } from './admin-client.ts'
import { CliError, EXIT } from './cli-error.ts'
import type { CommandContext } from './command-context.ts'
import { adminCommand } from './commands/admin.ts'
import { adminAccess } from './config.ts'
import { merchantProgram } from './merchant/program.ts'
import { runProgram } from './run-program.ts'
import type { Terminal } from './terminal.ts'

/** Runs a command of merchants or operators and resolves to its exit code. Failures are printed on `err`. */
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
  const program = merchantProgram(terminal)
  const admin = adminCommand(context).addHelpText(
    'after',
    `
WAYBILL_ADMIN_URL and WAYBILL_ADMIN_TOKEN (or WAYBILL_ADMIN_TOKEN_FILE) configure the admin API; the default is
.waybill/sandbox.json, which npm start writes.
Exit codes: 0 success, 1 refused, 2 usage error, 3 unreachable, 4 migrations pending, 5 a service could not be asked.`,
  )
  program.command.addCommand(admin)
  return await runProgram(program, args, terminal)
}

async function refuseToConfirm(): Promise<never> {
  throw new CliError(
    EXIT.usage,
    'Confirmation is required, but standard input is not a terminal. Pass --yes to confirm.',
  )
}
