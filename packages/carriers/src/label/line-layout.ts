/** Pure: fits lines of text into a box. A long line is printed smaller, then wrapped, then all are set smaller, then cut. */

export interface TextBox {
  y: number
  width: number
  height: number
  /** Size of the letters where they fit, in the same unit. */
  size: number
}

export interface Row {
  text: string
  y: number
  size: number
}

/** Width of a text whose letters have size 1. */
type MeasureEm = (text: string) => number

/** White between rows, in points. */
const LEADING = 3
/** A line is scaled down to 70 % before it is wrapped: 8.4 of 12 points are legible at an arm's length. */
const SMALLEST_SCALE = 0.7
/** Points. Smaller letters are not legible at 203 dpi; nothing is cut before. */
const SMALLEST_SIZE = 5
const SCALE_STEP = 0.05
/** A line is set larger if it then takes no more rows than these. */
const FEW_ROWS = 2
const ELLIPSIS = '…'
/** Characters of a text that are looked at first for those that fit in a row. */
const FIRST_LENGTH = 64

interface WrappedLine {
  texts: string[]
  scale: number
  isCut: boolean
}

/** The rows of the lines, top down. Rows that exceed the height are set closer and smaller, all by the same factor. */
export function layOutLines(lines: readonly string[], box: TextBox, measureEm: MeasureEm): Row[] {
  const { y, height, size } = box
  const rows = wrapLines(lines, box, measureEm).flatMap(({ texts, scale }) => texts.map((text) => ({ text, scale })))
  const pitch = Math.min(size + LEADING, height / rows.length)
  const largest = pitch / (size + LEADING)
  return rows.map(({ text, scale }, index) => ({ text, y: y + index * pitch, size: size * Math.min(largest, scale) }))
}

/** The lines that do not fit whole, by their index, with the length of the part that does. */
export const findCuts = (lines: readonly string[], box: TextBox, measureEm: MeasureEm): Map<number, number> =>
  new Map(
    wrapLines(lines, box, measureEm).flatMap(({ texts, isCut }, index) =>
      isCut ? [[index, texts.join(' ').length - ELLIPSIS.length] as const] : [],
    ),
  )

/** Rows that a line takes in letters of this size. */
export const countRows = (
  line: string,
  { width, size }: Pick<TextBox, 'width' | 'size'>,
  measureEm: MeasureEm,
): number => wrap(line, width / size, measureEm).length

/** Every line at the largest scale at which all of them fit, or at the smallest, cut. */
function wrapLines(lines: readonly string[], { width, height, size }: TextBox, measureEm: MeasureEm): WrappedLine[] {
  const rowsAt = (scale: number): number => Math.floor(height / ((size + LEADING) * scale) + 1e-9)
  const least = Math.min(SMALLEST_SCALE, SMALLEST_SIZE / size, height / lines.length / (size + LEADING))
  for (let scale = SMALLEST_SCALE; ; scale = Math.max(least, scale - SCALE_STEP)) {
    const wrapped = lines.map((line) => toRows(line, { widthEm: width / size, smallest: scale }, measureEm))
    const excess = wrapped.reduce((sum, { texts }) => sum + texts.length, 0) - rowsAt(scale)
    if (excess <= 0) return wrapped
    if (scale === least) return cutLongest(wrapped, excess, (text) => truncate(text, width / size / scale, measureEm))
  }
}

/** Leaves out rows of the line that has most of them, one by one; a line keeps its first. */
function cutLongest(lines: readonly WrappedLine[], excess: number, end: (text: string) => string): WrappedLine[] {
  const kept = lines.map(({ texts }) => texts.length)
  for (let left = excess; left > 0; left--) {
    const most = Math.max(...kept)
    if (most > 1) kept[kept.lastIndexOf(most)] = most - 1
  }
  return lines.map(({ texts, scale, isCut }, index) => {
    const rows = kept[index] ?? 1
    if (rows === texts.length) return { texts, scale, isCut }
    const last = end(`${texts.slice(rows - 1).join(' ')}`)
    return { texts: [...texts.slice(0, rows - 1), last], scale, isCut: true }
  })
}

/** One row if the line fits at `smallest` or above, two at the largest scale that holds it, else as many as it takes. */
function toRows(
  line: string,
  { widthEm, smallest }: { widthEm: number; smallest: number },
  measureEm: MeasureEm,
): WrappedLine {
  const scale = Math.min(1, widthEm / measureEm(line))
  if (scale >= smallest) return { texts: [line], scale, isCut: false }
  for (let larger = 1; larger > smallest; larger -= SCALE_STEP) {
    const texts = wrap(line, widthEm / larger, measureEm, FEW_ROWS)
    if (texts.length <= FEW_ROWS) return { texts, scale: larger, isCut: false }
  }
  return { texts: wrap(line, widthEm / smallest, measureEm), scale: smallest, isCut: false }
}

/**
 * Breaks between words, or between characters where no word ends in the second half of a row; inside a character that is wider
 * than a row. A narrower measure never takes more rows. What follows row `most` is one row, of any width.
 */
function wrap(line: string, widthEm: number, measureEm: MeasureEm, most = Number.POSITIVE_INFINITY): string[] {
  const texts: string[] = []
  let rest = line
  while (texts.length < most) {
    const start = takeStart(rest, widthEm, measureEm)
    if (start.length === rest.length && measureEm(rest) <= widthEm) break
    const characters =
      findLongestFit(start, characterEnds(start), widthEm, measureEm) ||
      findLongestFit(start, codePointEnds(start), widthEm, measureEm)
    const words = findLongestFit(start, wordEnds(start), widthEm, measureEm)
    const end = words * 2 >= characters ? words : characters
    if (end === 0) break
    texts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...texts, rest]
}

/** More of the text than a row holds, whatever its length: a character that is cut at the end of it is in no row. */
function takeStart(text: string, widthEm: number, measureEm: MeasureEm): string {
  for (let length = FIRST_LENGTH; length < text.length; length *= 2) {
    const start = text.slice(0, length)
    if (measureEm(start) > 2 * widthEm) return start
  }
  return text
}

function truncate(text: string, widthEm: number, measureEm: MeasureEm): string {
  if (measureEm(text) <= widthEm) return text
  const start = takeStart(text, widthEm, measureEm)
  const end = findLongestFit(start, characterEnds(start), widthEm, (part) => measureEm(part + ELLIPSIS))
  return text.slice(0, end).trimEnd() + ELLIPSIS
}

/** The last of the ascending ends up to which the text fits, by binary search; 0 if none does. */
function findLongestFit(text: string, ends: readonly number[], widthEm: number, measureEm: MeasureEm): number {
  let [fitting, beyond] = [-1, ends.length]
  while (beyond - fitting > 1) {
    const middle = (fitting + beyond) >> 1
    if (measureEm(text.slice(0, ends[middle])) <= widthEm) fitting = middle
    else beyond = middle
  }
  return ends[fitting] ?? 0
}

const wordEnds = (text: string): number[] => [...text.matchAll(/ /g)].map(({ index }) => index)

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const characterEnds = (text: string): number[] =>
  [...graphemes.segment(text)].map(({ index, segment }) => index + segment.length)

const codePointEnds = (text: string): number[] =>
  [...text.matchAll(/[\s\S]/gu)].map(({ index, 0: character }) => index + character.length)
