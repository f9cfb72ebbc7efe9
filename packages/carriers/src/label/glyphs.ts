/** Pure: the characters that the label's fonts have, and the most room that each takes, by a generated table. */
import { GLYPHS, HELVETICA } from './glyph-table.ts'

/** Widths in the table of glyphs are counted in twentieths of the letter size, and in thousandths in that of Helvetica. */
export const GLYPH_UNITS = 20
const HELVETICA_UNITS = 1_000
export const HELVETICA_FIRST = 0x20
export const HELVETICA_LAST = 0xff
const ELLIPSIS = 0x2026
/** Six bits a character: five of the number, lowest first, and one that says that more follow. */
export const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
/** A square stands for a character that no font has. */
const SQUARE_EM = 0.8
/** Sums of fractions differ in the last digits from those of the printer. */
const ROUNDING = 1 + 1e-9

/** They have no outline. */
const IGNORED = /\p{Default_Ignorable_Code_Point}/u

/** Printed with PDF's built-in Helvetica, if the whole row is. The ellipsis is that of a row that is cut. */
export const isLatin1 = (text: string): boolean => /^[ -~\u00a0-\u00ff…]*$/.test(text)

/** By code point: 0 for one that no font has, else its width and 1. */
const glyphs = readGlyphs()
const helvetica = new Map(
  [...readNumbers(HELVETICA)].map((width, index) => [
    index <= HELVETICA_LAST - HELVETICA_FIRST ? HELVETICA_FIRST + index : ELLIPSIS,
    width / HELVETICA_UNITS,
  ]),
)

/** Runs of characters of equal width: the gap before, twice the length and whether the width is another, the width. */
function readGlyphs(): Uint8Array {
  const widths = new Uint8Array(0x3_0000)
  const numbers = readNumbers(GLYPHS)
  const next = (): number => numbers.next().value ?? 0
  let [start, width] = [0, 0]
  for (let gap = numbers.next(); !gap.done; gap = numbers.next()) {
    start += gap.value
    const size = next()
    if (size % 2 === 1) width = next()
    widths.fill(width + 1, start, start + (size >> 1))
    start += size >> 1
  }
  return widths
}

function* readNumbers(table: string): Generator<number, undefined> {
  let [value, shift] = [0, 0]
  for (const digit of table) {
    const bits = DIGITS.indexOf(digit)
    if (bits === -1) continue // The end of a line.
    value |= (bits & 31) << shift
    shift += 5
    if (bits >= 32) continue
    yield value
    value = shift = 0
  }
}

const codePointAt = (character: string): number => character.codePointAt(0) ?? 0

/** Whether a font has the character, or it has no outline. */
export const hasGlyph = (character: string): boolean =>
  (glyphs[codePointAt(character)] ?? 0) > 0 || IGNORED.test(character)

/** The most room that the character takes in any of the fonts, whatever its neighbours. */
function measureWidest(character: string): number {
  const codePoint = codePointAt(character)
  const known = glyphs[codePoint] ?? 0
  const shaped = known > 0 ? (known - 1) / GLYPH_UNITS : IGNORED.test(character) ? 0 : SQUARE_EM
  return Math.max(shaped, helvetica.get(codePoint) ?? 0)
}

/**
 * Width of a line whose letters have size 1, without fonts: never narrower than the printer's for it or a part of it, and
 * never narrower than that of one of its parts. So lines that fit by it are printed whole.
 */
export function measureAtMost(line: string): number {
  const measure = isLatin1(line) ? (one: string) => helvetica.get(codePointAt(one)) ?? 0 : measureWidest
  let width = 0
  for (const character of line) width += measure(character)
  return width * ROUNDING
}
