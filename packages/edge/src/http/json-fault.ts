/** Pure: where a text stops being JSON. */

/** Line and column of a character, from 1. Columns are UTF-16 code units. */
interface TextPlace {
  line: number
  column: number
}

/** In longer texts, a fault whose place the parser does not give is not looked for: each try parses the text again. */
const MOST_SEARCHED = 64 * 1024

const parserPlace = / at position (\d+)(?: \(line \d+ column \d+\))?$/

/** Where the first character is that cannot be there, or the end of a text that ends too early; null: not found. */
export function jsonFault(text: string): TextPlace | null {
  const index = faultIndex(text)
  if (index === null) return null
  const before = text.slice(0, index)
  return { line: before.split('\n').length, column: index - before.lastIndexOf('\n') }
}

function faultIndex(text: string): number | null {
  const known = indexByParser(text)
  if (known !== undefined || text.length > MOST_SEARCHED) return known ?? null
  // The longest beginning of a JSON text. At most 17 tries: 2^16 characters.
  let [good, bad] = [0, text.length]
  while (bad - good > 1) {
    const middle = Math.floor((good + bad) / 2)
    if (isBeginning(text.slice(0, middle))) good = middle
    else bad = middle
  }
  return good
}

/** Whether the text could go on as JSON. */
const isBeginning = (text: string): boolean => {
  const index = indexByParser(text)
  return index === null || index === text.length
}

/** Null: the text is JSON. Undefined: the parser does not say where it fails, which it does not for unexpected characters. */
function indexByParser(text: string): number | null | undefined {
  try {
    JSON.parse(text)
    return null
  } catch (error) {
    const { message } = error as Error
    if (message === 'Unexpected end of JSON input') return text.length
    // The parser quotes the text elsewhere, never in front of the position at its end.
    const [, index] = parserPlace.exec(message) ?? []
    return index === undefined ? undefined : Number(index)
  }
}
