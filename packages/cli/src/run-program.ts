import { type Command, CommanderError } from 'commander'
import { CliError, EXIT } from './cli-error.ts'
import { withoutControls } from './table.ts'
import type { Terminal } from './terminal.ts'

export interface Program {
  command: Command
  /** Message for a failure that is no CliError; null if it is a defect. */
  explain: (error: unknown) => CliError | null
}

/** Runs the command and resolves to its exit code. Failures are printed on `err`. */
export async function runProgram(
  { command, explain }: Program,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const err = (text: string) => terminal.err(withoutControls(withoutTokens(text)))
  forEachCommand(command, (one) => one.exitOverride().configureOutput({ writeOut: terminal.out, writeErr: err }))
  try {
    await command.parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    // Commander has already printed the error. --help exits with 0.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    const failure = error instanceof CliError ? error : explain(error)
    if (failure === null) throw error
    err(`${failure.message}\n`)
    return failure.exitCode
  }
}

/** Commander repeats a mistyped argument, which may be a pasted token. */
const withoutTokens = (text: string): string => text.replaceAll(/\bwb_(test|live)_[\w.-]{6,}/g, 'wb_$1_…')

export function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const inner of command.commands) forEachCommand(inner, visit)
}
