/** Pure: fits lines of text into a box. A long line is printed smaller, then wrapped onto two rows, then truncated. */

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
const SCALE_STEP = 0.05
const MAX_ROWS_PER_LINE = 2
const ELLIPSIS = '…'

/** The rows of the lines, top down. Rows that exceed the height are set closer and smaller, all by the same factor. */
export const layOutLines = (lines: readonly string[], box: TextBox, measureEm: MeasureEm): Row[] =>
  layOutScaled(SMALLEST_SCALE, lines, box, measureEm)

function layOutScaled(smallest: number, lines: readonly string[], box: TextBox, measureEm: MeasureEm): Row[] {
  const { y, width, height, size } = box
  const rows = lines.flatMap((line) => toRows(line, { widthEm: width / size, smallest }, measureEm))
  const pitch = Math.min(size + LEADING, height / rows.length)
  const largest = pitch / (size + LEADING)
  // At this scale a row holds more text, so less is truncated.
  if (largest < smallest) return layOutScaled(largest, lines, box, measureEm)
  return rows.map(({ text, scale }, index) => ({ text, y: y + index * pitch, size: size * Math.min(largest, scale) }))
}

/** One row if the line fits at `smallest` or above, else two at the largest scale that holds it. */
function toRows(
  line: string,
  { widthEm, smallest }: { widthEm: number; smallest: number },
  measureEm: MeasureEm,
): { text: string; scale: number }[] {
  const scale = Math.min(1, widthEm / measureEm(line))
  if (scale >= smallest) return [{ text: line, scale }]
  for (let larger = 1; larger > smallest; larger -= SCALE_STEP) {
    const texts = wrap(line, widthEm / larger, measureEm)
    if (texts.length <= MAX_ROWS_PER_LINE) return texts.map((text) => ({ text, scale: larger }))
  }
  const [first = '', ...others] = wrap(line, widthEm / smallest, measureEm)
  const second = truncate(others.join(' '), widthEm / smallest, measureEm)
  return [first, second].map((text) => ({ text, scale: smallest }))
}

/** Breaks between words, or between characters where no word ends in the second half of a row. */
function wrap(line: string, widthEm: number, measureEm: MeasureEm): string[] {
  const texts: string[] = []
  let rest = line
  while (measureEm(rest) > widthEm) {
    const characters = findLongestFit(rest, characterEnds(rest), widthEm, measureEm)
    const words = findLongestFit(rest, wordEnds(rest), widthEm, measureEm)
    const end = words * 2 >= characters ? words : characters
    if (end === 0) break
    texts.push(rest.slice(0, end))
    rest = rest.slice(end).trimStart()
  }
  return [...texts, rest]
}

function truncate(text: string, widthEm: number, measureEm: MeasureEm): string {
  if (measureEm(text) <= widthEm) return text
  const end = findLongestFit(text, characterEnds(text), widthEm, (start) => measureEm(start + ELLIPSIS))
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
