/** Lines of text in any script, drawn as outlines: no reader's or printer's font is needed, and all print alike. */
import createBidi from 'bidi-js'
import { Buffer, Direction, shape } from 'harfbuzzjs'
import { fontFor, hasGlyph, type LabelFont } from './fonts.ts'
import { layOut, type Row, type TextBox } from './layout.ts'

/** Has no outline, whatever the font, and shapes what stands around it. */
const JOINER = /\p{Cf}/u
/** Latin-1, and what ends a line that is cut: PDF's own fonts have it. */
const LATIN_1 = /^[ -~\u00a0-\u00ff…]*$/
/** How far below a row's upper edge letters stand, in em: most scripts have room above it. */
const BASELINE = 0.93

// The package is CommonJS and types itself as a module: what its types call `default` is what is imported.
const bidi = (createBidi as unknown as typeof createBidi.default)()

export interface PlacedBox extends TextBox {
  x: number
  bold?: boolean
}

export interface Run {
  text: string
  font: LabelFont
  /** Embedding level of the bidirectional algorithm: odd runs from right to left. */
  level: number
}

/** Draws lines as they have room in the box. What no font has is printed as a question mark. Their fonts are open by now. */
export function drawLines(page: PDFKit.PDFDocument, lines: readonly string[], box: PlacedBox): void {
  const font = box.bold ? 'Helvetica-Bold' : 'Helvetica'
  const emWidthOf = (text: string) =>
    LATIN_1.test(text) ? page.font(font, 1).widthOfString(text) : emWidthOfRuns(runsOf(text))
  const printed = lines.map(cleaned).filter((line) => line !== '')
  for (const row of layOut(printed, box, emWidthOf)) {
    if (LATIN_1.test(row.text)) drawText(page.font(font, row.size), row, box.x)
    else drawOutlines(page, row, box.x)
  }
}

/** Without what has no place on a label: control and unassigned characters, orders to change direction, half pairs. */
const cleaned = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069\p{Cc}\p{Cn}\p{Co}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

/** The line in pieces of one font and one direction, in the order in which they stand from left to right. */
export function runsOf(line: string): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line)
  const runs: Run[] = []
  let index = 0
  for (const character of line) {
    const level = levels[index] ?? 0
    index += character.length
    const last = runs.at(-1)
    const font = fontOf(character, last?.font)
    if (last && font === last.font && level === last.level) last.text += character
    else if (font) runs.push({ text: character, font, level })
    else runs.push({ text: '?', font: fontFor('?') as LabelFont, level })
  }
  return inVisualOrder(runs)
}

function fontOf(character: string, before: LabelFont | undefined): LabelFont | null {
  return before && (JOINER.test(character) || hasGlyph(before, character)) ? before : fontFor(character)
}

/** Rule L2 of Unicode's UAX 9: from the highest level to the lowest odd one, stretches of that level or more turn round. */
function inVisualOrder(runs: Run[]): Run[] {
  const ordered = [...runs]
  const highest = Math.max(0, ...runs.map(({ level }) => level))
  for (let level = highest; level > 0; level--) {
    for (let start = 0; start < ordered.length; start++) {
      let end = start
      while (end < ordered.length && (ordered[end]?.level ?? 0) >= level) end++
      if (end > start) ordered.splice(start, end - start, ...ordered.slice(start, end).reverse())
      start = Math.max(start, end)
    }
  }
  return ordered
}

const drawText = (page: PDFKit.PDFDocument, { text, y, size }: Row, x: number) =>
  page.text(text, x, y + size * BASELINE, { baseline: 'alphabetic', lineBreak: false })

const emWidthOfRuns = (runs: readonly Run[]): number =>
  runs.flatMap(shapeRun).reduce((sum, { advance }) => sum + advance, 0)

function drawOutlines(page: PDFKit.PDFDocument, { text, y, size }: Row, x: number): void {
  let left = x
  for (const run of runsOf(text)) {
    const { font, unitsPerEm } = run.font
    const unit = size / unitsPerEm
    for (const { glyph, advance, xOffset, yOffset } of shapeRun(run)) {
      page.save()
      page.transform(unit, 0, 0, -unit, left + xOffset * size, y + size * BASELINE - yOffset * size)
      page.path(font.glyphToPath(glyph)).fill('black')
      page.restore()
      left += advance * size
    }
  }
}

/** The glyphs of a run, from left to right; how far each goes on and stands off, in em. Glyph 0: the font has none. */
export function shapeRun({ text, font: { font, unitsPerEm }, level }: Run) {
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  // Directed by the line, not by the script: numbers within Arabic run from left to right.
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
  shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint: glyph }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    return { glyph, advance: xAdvance / unitsPerEm, xOffset: xOffset / unitsPerEm, yOffset: yOffset / unitsPerEm }
  })
}
