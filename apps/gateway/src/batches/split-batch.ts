/** Pure: cuts the items out of a batch, so that none needs to be parsed together with the others. */

const QUOTE = 0x22
const BACKSLASH = 0x5c
/** Bytes that are read between two turns. */
const BYTES_PER_TURN = 256 * 1024
/** The document, its list, and an item. */
const ITEM_DEPTH = 3

/** A batch without the objects and arrays in its list: each is `{"item":n}` instead, where n is its index in `items`. */
export interface SplitBatch {
  outline: Buffer
  items: Buffer[]
  /** There are more than `mostItems`: the rest is not cut out, and the outline ends there. */
  isLonger: boolean
}

/**
 * Yields from time to time, so that its caller can let others work. The outline and the items are JSON if and only if the
 * body is: brackets are only counted here, and parsing the parts finds those that do not match.
 */
export function* splitBatch(body: Buffer, mostItems: number): Generator<void, SplitBatch> {
  const outline: Buffer[] = []
  const items: Buffer[] = []
  let depth = 0
  let itemAt = 0
  let copiedTo = 0
  let turnEndsAt = BYTES_PER_TURN
  for (let at = 0; at < body.length; at++) {
    if (at >= turnEndsAt) {
      turnEndsAt = at + BYTES_PER_TURN
      yield
    }
    const byte = body[at] as number
    if (byte === QUOTE) at = endOfText(body, at)
    else if (isOpening(byte)) {
      depth += 1
      if (depth === ITEM_DEPTH) itemAt = at
    } else if (isClosing(byte)) {
      if (depth === ITEM_DEPTH) {
        if (items.length === mostItems) return { outline: Buffer.concat(outline), items, isLonger: true }
        outline.push(body.subarray(copiedTo, itemAt), Buffer.from(`{"item":${items.length}}`))
        items.push(body.subarray(itemAt, at + 1))
        copiedTo = at + 1
      }
      depth -= 1
    }
  }
  outline.push(body.subarray(copiedTo))
  return { outline: Buffer.concat(outline), items, isLonger: false }
}

// [ and {, ] and } differ in one bit.
const isOpening = (byte: number): boolean => (byte & 0xdf) === 0x5b
const isClosing = (byte: number): boolean => (byte & 0xdf) === 0x5d

/** The index of the quote that ends the text; the length of the body if none does. */
function endOfText(body: Buffer, start: number): number {
  for (let end = body.indexOf(QUOTE, start + 1); end >= 0; end = body.indexOf(QUOTE, end + 1)) {
    let backslashes = 0
    while (body[end - 1 - backslashes] === BACKSLASH) backslashes += 1
    if (backslashes % 2 === 0) return end
  }
  return body.length
}
