import { setImmediate as nextTurn } from 'node:timers/promises'

/** Bodies of up to this size take less than a millisecond to parse. */
const SHORT_BODY_BYTES = 16 * 1024

/**
 * Returns a function that resolves when a body of this length may be parsed: one large body in each turn of the event loop,
 * so that other requests are served between large bodies that arrive together.
 */
export function createTurns(): (bodyBytes: number) => Promise<void> {
  let last = Promise.resolve()
  return async (bodyBytes) => {
    if (bodyBytes <= SHORT_BODY_BYTES) return
    last = last.then(() => nextTurn())
    await last
  }
}
