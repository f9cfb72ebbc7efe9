import { setImmediate } from 'node:timers/promises'

let last: Promise<unknown> = Promise.resolve()

/** Resolves when a page may be drawn: one in each turn of the event loop, of all documents together. A page takes up to 20 ms. */
export function pageTurn(): Promise<unknown> {
  last = last.then(() => setImmediate())
  return last
}
