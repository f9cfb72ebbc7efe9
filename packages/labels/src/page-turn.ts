import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/** Resolves when a page, or an element of a large one, may be drawn: one in each turn of the event loop, of all documents together. */
export function pageTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
