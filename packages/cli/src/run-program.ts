import { type Command, CommanderError } from 'commander'
import { CliError, EXIT } from './cli-error.ts'
import { withoutControls } from './table.ts'
import type { Terminal } from './terminal.ts'

export interface Program {
  command: Command
  /** Message for a failure that is no CliError; null if it is a defect. */
  explain: (error: unknown) => CliError | null
  /** Whether the arguments ask for errors as JSON. */
  wantsJson?: (args: readonly string[]) => boolean
}

/** Runs the command and resolves to its exit code. Failures are printed on `err`. */
export async function runProgram(
  { command, explain, wantsJson = () => false }: Program,
  args: readonly string[],
  terminal: Terminal,
): Promise<number> {
  const err = (text: string) => terminal.err(withoutControls(withoutTokens(text)))
  const isJson = wantsJson(args)
  const writeErr = isJson ? () => {} : err
  forEachCommand(command, (one) => one.exitOverride().configureOutput({ writeOut: terminal.out, writeErr }))
  try {
    await command.parseAsync(args, { from: 'user' })
    return EXIT.ok
  } catch (error) {
    // Commander has already printed the error. --help exits with 0.
    if (error instanceof CommanderError) {
      if (isJson && error.exitCode !== 0) err(inJson('usage_error', error.message.replace(/^error: /, '')))
      return error.exitCode === 0 ? EXIT.ok : EXIT.usage
    }
    const failure = error instanceof CliError ? error : explain(error)
    if (failure === null) throw error
    err(isJson ? inJson(null, failure.message, failure.cause) : `${failure.message}\n`)
    return failure.exitCode
  }
}

/** A line of JSON: the error of the API if there is one, with the message that a person would read. */
function inJson(code: string | null, message: string, cause?: unknown): string {
  const { code: apiCode, status, details, retryable, requestId } = (cause ?? {}) as Record<string, unknown>
  const error = {
    code: code ?? apiCode ?? 'command_failed',
    // Code, status and request ID are separate fields.
    message: message.replace(` (${status} ${apiCode}, request ${requestId})`, ''),
    status,
    details,
    retryable,
    request_id: requestId,
  }
  return `${JSON.stringify({ success: false, error })}\n`
}

/** Commander repeats a mistyped argument, which may be a pasted token. */
const withoutTokens = (text: string): string => text.replaceAll(/\bwb_(test|live)_[\w.-]{6,}/g, 'wb_$1_…')

export function forEachCommand(command: Command, visit: (command: Command) => void): void {
  visit(command)
  for (const inner of command.commands) forEachCommand(inner, visit)
}
