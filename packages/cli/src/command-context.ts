/** What commands use to call the API and to print. */
import type { Command } from 'commander'
import type { AdminCall } from './admin-client.ts'
import type { MigrateContext } from './commands/migrate.ts'

export interface CommandContext extends MigrateContext {
  /** Reads the configuration on the first call, so that `--help` needs none. */
  call: AdminCall
  /** Asks for confirmation. Throws a CliError if standard input is not a terminal. */
  confirm: (question: string) => Promise<boolean>
}

/** Prints data as text, or with --json as the API returned it. */
export function print<T>(context: CommandContext, command: Command, data: T, text: (data: T) => string): void {
  context.write(command.optsWithGlobals().json ? `${JSON.stringify(data, null, 2)}\n` : text(data))
}

/** A path segment. */
export const id = (text: string): string => encodeURIComponent(text)
