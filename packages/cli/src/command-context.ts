/** What a command has at hand, and what it prints. */
import type { Command } from 'commander'
import type { AdminCall } from './admin-client.ts'
import type { MigrateContext } from './migrate-command.ts'

export interface CommandContext extends MigrateContext {
  /** Made when a command first needs it, so that `--help` needs no server. */
  call: AdminCall
  /** Asks the person at the terminal; throws a CliError where there is none. */
  confirm: (question: string) => Promise<boolean>
}

/** Prints as text, or with --json as the API answered. */
export function print<T>(context: CommandContext, command: Command, data: T, text: (data: T) => string): void {
  context.write(command.optsWithGlobals().json ? `${JSON.stringify(data, null, 2)}\n` : text(data))
}

/** A part of a path. */
export const id = (text: string): string => encodeURIComponent(text)
