/** One line of text in any script, drawn as outlines: no reader's or printer's font is needed, and all print alike. */
import createBidi from 'bidi-js'
import { Buffer, Direction, shape } from 'harfbuzzjs'
import { fontFor, hasGlyph, type LabelFont } from './fonts.ts'

/** Has no outline, whatever the font, and shapes what stands around it. */
const JOINER = /\p{Cf}/u
const LATIN_1 = /^[ -~\u00a0-\u00ff]*$/
/** A line that is too long is made this much smaller at most, and then cut. */
const SMALLEST_SCALE = 0.6
const BASELINE = 0.93

// The package is CommonJS and types itself as a module: what its types call `default` is what is imported.
const bidi = (createBidi as unknown as typeof createBidi.default)()

export interface LineBox {
  x: number
  y: number
  size: number
  width: number
  bold?: boolean
}

export interface Run {
  text: string
  font: LabelFont
  /** Embedding level of the bidirectional algorithm: odd runs from right to left. */
  level: number
}

/** Draws one line, cut at the box's width. What no font has is printed as a question mark. Its fonts are open by now. */
export function drawLine(page: PDFKit.PDFDocument, text: string, box: LineBox): void {
  const line = cleaned(text)
  if (line === '') return
  if (LATIN_1.test(line)) {
    const font = box.bold ? 'Helvetica-Bold' : 'Helvetica'
    page.font(font, box.size).text(line, box.x, box.y, { width: box.width, height: box.size + 2, ellipsis: true })
  } else {
    drawOutlines(page, runsOf(line), box)
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

function drawOutlines(page: PDFKit.PDFDocument, runs: Run[], { x, y, size, width }: LineBox): void {
  const shaped = runs.flatMap(shapeRun)
  const natural = shaped.reduce((sum, { advance }) => sum + advance * size, 0)
  const scaled = size * Math.max(SMALLEST_SCALE, Math.min(1, width / natural))
  page.save()
  page.rect(x, y - size, width, 3 * size).clip() // in width alone: some scripts are tall
  let left = x
  for (const { path, unitsPerEm, advance, xOffset, yOffset } of shaped) {
    const unit = scaled / unitsPerEm
    page.save()
    page.transform(unit, 0, 0, -unit, left + xOffset * scaled, y + size * BASELINE - yOffset * scaled)
    page.path(path).fill('black')
    page.restore()
    left += advance * scaled
  }
  page.restore()
}

/** The glyphs of a run, from left to right, and their outlines; how far each goes on and stands off, in em. Glyph 0: the font has none. */
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
    const inEm = { advance: xAdvance / unitsPerEm, xOffset: xOffset / unitsPerEm, yOffset: yOffset / unitsPerEm }
    return { glyph, path: font.glyphToPath(glyph), unitsPerEm, ...inEm }
  })
}
