/** Turns a failed call into one message and an exit code. */
import { AuthenticationError, ConnectionError, TimeoutError, WaybillError } from '@waybill/sdk'
import { CliError } from '../cli-error.ts'
import { EXIT } from './exit-codes.ts'
import type { Access } from './profiles/access.ts'
import { type CommandParts, commandLine } from './repeat.ts'

interface Circumstances {
  /** Access of the last call; null before the first. */
  access: Access | null
  /** The command that repeats a change which may have been made, without its profile and key. */
  repeat?: CommandParts
}

/** Null for what is no failure of a call. */
export function explainFailure(error: unknown, { access, repeat }: Circumstances): CliError | null {
  if (error instanceof Error && error.name === 'ExitPromptError') return new CliError(EXIT.interrupted, 'Cancelled.')
  if (!(error instanceof WaybillError)) return null
  const options = { cause: error }
  const address = access?.baseUrl ?? 'Waybill'
  if (error instanceof AuthenticationError)
    return new CliError(EXIT.signedOut, `${error.message}\n${signInAgain(access)}`, options)
  if (error instanceof TimeoutError) {
    const message = `${address} did not answer in time. Try again, or wait longer with --timeout <seconds>.`
    return new CliError(EXIT.unreachable, message + repetition(error, { access, repeat }), options)
  }
  if (error instanceof ConnectionError) {
    const message = `${address} cannot be reached (${explainReason(error)}). Is Waybill running, and is the address right?`
    return new CliError(EXIT.unreachable, message + repetition(error, { access, repeat }), options)
  }
  if (error.code === 'invalid_response') {
    const status = error.status === null ? '' : ` with status ${error.status}`
    const message = `${address} answered${status}, but not as Waybill. Check the address, and the proxies before it.`
    return new CliError(EXIT.unreachable, message + repetition(error, { access, repeat }), options)
  }
  return new CliError(
    EXIT.refused,
    error.message + (error.retryable ? repetition(error, { access, repeat }) : ''),
    options,
  )
}

function signInAgain(access: Access | null): string {
  if (access === null || access.profile === null) return 'Check WAYBILL_API_KEY.'
  return `Sign in again: ${commandLine({ words: ['login'], options: { profile: access.profile } })}`
}

function repetition({ idempotencyKey }: WaybillError, { access, repeat }: Circumstances): string {
  if (idempotencyKey === null || repeat === undefined) return ''
  const options = { ...repeat.options, profile: access?.profile, 'idempotency-key': idempotencyKey }
  const input = repeat.words.includes('-') ? ' with the same standard input' : ''
  return `\nThe change may have been made. To repeat it, so that nothing is done twice, run${input}:\n  ${commandLine({ words: repeat.words, options })}`
}

/** `ECONNREFUSED`, or the words of the deepest cause. */
export function explainReason(error: Error): string {
  let reason = 'no response'
  for (let cause: unknown = error.cause; cause instanceof Error; cause = cause.cause) {
    reason = (cause as NodeJS.ErrnoException).code ?? (cause.message || reason)
  }
  return reason
}
