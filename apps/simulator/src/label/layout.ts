/** How lines of text stand in a box: made smaller, then broken in two, and cut only past that. Pure. */

export interface TextBox {
  y: number
  width: number
  height: number
  /** Of the letters, where there is room. */
  size: number
}

export interface Row {
  text: string
  y: number
  size: number
}

/** How wide a text is in letters of size 1. */
export type EmWidth = (text: string) => number

/** White between rows, in points. */
const LEADING = 3
/** A line is made this much smaller, and then broken: 8.4 points of 12 are read from an arm's length. */
const SMALLEST_SCALE = 0.7
const SCALE_STEP = 0.05
const MAX_ROWS_PER_LINE = 2
const ELLIPSIS = '…'

/** The rows that the lines make. More than the box has room for stand closer and are smaller, all alike. */
export const layOut = (lines: readonly string[], box: TextBox, emWidthOf: EmWidth): Row[] =>
  layOutFrom(SMALLEST_SCALE, lines, box, emWidthOf)

function layOutFrom(smallest: number, lines: readonly string[], box: TextBox, emWidthOf: EmWidth): Row[] {
  const { y, width, height, size } = box
  const rows = lines.flatMap((line) => rowsOf(line, { roomEm: width / size, smallest }, emWidthOf))
  const pitch = Math.min(size + LEADING, height / rows.length)
  const largest = pitch / (size + LEADING)
  // So small that more goes into a row, and less is cut.
  if (largest < smallest) return layOutFrom(largest, lines, box, emWidthOf)
  return rows.map(({ text, scale }, index) => ({ text, y: y + index * pitch, size: size * Math.min(largest, scale) }))
}

/** The line in one row if it may be small enough for that, else in two. */
function rowsOf(
  line: string,
  { roomEm, smallest }: { roomEm: number; smallest: number },
  emWidthOf: EmWidth,
): { text: string; scale: number }[] {
  const scale = Math.min(1, roomEm / emWidthOf(line))
  if (scale >= smallest) return [{ text: line, scale }]
  for (let larger = 1; larger > smallest; larger -= SCALE_STEP) {
    const texts = broken(line, roomEm / larger, emWidthOf)
    if (texts.length <= MAX_ROWS_PER_LINE) return texts.map((text) => ({ text, scale: larger }))
  }
  const [first = '', ...others] = broken(line, roomEm / smallest, emWidthOf)
  const second = cut(others.join(' '), roomEm / smallest, emWidthOf)
  return [first, second].map((text) => ({ text, scale: smallest }))
}

/** Broken between words, or between characters where no word ends in the latter half of a row. */
function broken(line: string, roomEm: number, emWidthOf: EmWidth): string[] {
  const texts: string[] = []
  let rest = line
  while (emWidthOf(rest) > roomEm) {
    const characters = longestThatFits(rest, endsOfCharacters(rest), roomEm, emWidthOf)
    const words = longestThatFits(rest, endsOfWords(rest), roomEm, emWidthOf)
    const end = words * 2 >= characters ? words : characters
    if (end === 0) break
    texts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...texts, rest]
}

function cut(text: string, roomEm: number, emWidthOf: EmWidth): string {
  if (emWidthOf(text) <= roomEm) return text
  const end = longestThatFits(text, endsOfCharacters(text), roomEm, (start) => emWidthOf(start + ELLIPSIS))
  return text.slice(0, end).trimEnd() + ELLIPSIS
}

/** The last of the ends, in their order, up to which the text has room; 0: not even the first. */
function longestThatFits(text: string, ends: readonly number[], roomEm: number, emWidthOf: EmWidth): number {
  let [fitting, beyond] = [-1, ends.length]
  while (beyond - fitting > 1) {
    const middle = (fitting + beyond) >> 1
    if (emWidthOf(text.slice(0, ends[middle])) <= roomEm) fitting = middle
    else beyond = middle
  }
  return ends[fitting] ?? 0
}

const endsOfWords = (text: string): number[] => [...text.matchAll(/ /g)].map(({ index }) => index)

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })
const endsOfCharacters = (text: string): number[] =>
  [...characters.segment(text)].map(({ index, segment }) => index + segment.length)
