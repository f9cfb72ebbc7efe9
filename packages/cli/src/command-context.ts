/** Context of commands: calls the API and prints. */
import type { Command } from 'commander'
import type { AdminCall, AdminList } from './admin-client.ts'
import type { MigrateContext } from './commands/migrate.ts'

export interface CommandContext extends MigrateContext {
  /** Reads the configuration on the first call, so that `--help` needs none. */
  call: AdminCall
  list: AdminList
  /** The demo merchant's token in `sandbox.json`, if the admin API of that file is called. */
  demoToken: () => string | undefined
  /** Asks for confirmation. Throws a CliError if standard input is not a terminal. */
  confirm: (question: string) => Promise<boolean>
}

/** Prints data as text, or with --json as the API returned it. */
export function print<T>(context: CommandContext, command: Command, data: T, text: (data: T) => string): void {
  context.write(command.optsWithGlobals().json ? `${JSON.stringify(data, null, 2)}\n` : text(data))
}

/** The options that were given, as a query string with its question mark; empty without one. */
export function query(options: Record<string, string | undefined>): string {
  const given = Object.entries(options).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`
}

/** A path segment. */
export const id = (text: string): string => encodeURIComponent(text)
