/** Exit codes. Documented, so that scripts can rely on them. */
export const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3, pending: 4, unasked: 5 } as const

/** A failure that is printed as one sentence, without a stack. */
export class CliError extends Error {
  readonly exitCode: number
  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.exitCode = exitCode
  }
}
