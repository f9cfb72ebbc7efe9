/** Why nothing was started, and what to do about it: a sentence for the person at the terminal, shown without a stack. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
