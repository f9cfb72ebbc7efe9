/** A refusal in EasyPost's words. */
export class Refusal extends Error {
  readonly status: number
  readonly code: string
  readonly errors: unknown[]
  constructor(status: number, code: string, message: string, errors: unknown[] = []) {
    super(message)
    this.status = status
    this.code = code
    this.errors = errors
  }
  get body(): object {
    return { error: { code: this.code, message: this.message, errors: this.errors } }
  }
}

export const notFound = () => new Refusal(404, 'NOT_FOUND', 'The requested resource could not be found.')
