/** Turns a line of any script into positioned outlines: bidirectional order by bidi-js, glyphs by HarfBuzz. */
import createBidi from 'bidi-js'
import { Buffer, BufferFlag, Direction, shape } from 'harfbuzzjs'
import { hasGlyph, type LabelFont, openFonts } from './fonts.ts'

/** Printable ASCII and the ellipsis: a line that mixes scripts prints them with the others. */
const ALWAYS_OPEN = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index))}…`

/** Joiners, variation selectors and the like: they have no outline and shape their neighbours. */
const FORMAT = /\p{Default_Ignorable_Code_Point}/u
/** Marks have no width either: one over a character that cannot be printed is left out. */
const MARK = /\p{M}/u

/** Printed for a character that no font has: an empty square, so that a courier sees that something is missing. */
const MISSING = '\u25a1'
const MISSING_ADVANCE_EM = 0.8
const MISSING_UNITS_PER_EM = 100
/** Two squares, the inner one wound the other way round: a frame. */
const MISSING_PATH = 'M8 0L72 0L72 64L8 64ZM16 8L16 56L64 56L64 8Z'

// bidi-js is CommonJS and types itself as a module: the import is what its types call `default`.
const bidi = (createBidi as unknown as typeof createBidi.default)()

/** A piece of a line in one font and one direction. */
export interface Run {
  text: string
  /** Null: the characters of `text` are squares for what cannot be printed. */
  font: LabelFont | null
  /** Embedding level of the bidirectional algorithm: odd levels run from right to left. */
  level: number
}

export interface Glyph {
  /** 0: the font has no glyph for it. */
  id: number
  advanceEm: number
  xOffsetEm: number
  yOffsetEm: number
}

/** An outline in font units, y upwards. */
export interface Outline {
  /** SVG path data. */
  path: string
  unitsPerEm: number
  /** Offset from the start of the baseline. */
  xEm: number
  yEm: number
}

export interface Shaper {
  measureEm(line: string): number
  /** From left to right. */
  outline(line: string): Outline[]
}

/** Opens the fonts of the text. The shaper takes lines made of the text's characters, ASCII and the ellipsis. */
export async function openShaper(text: string): Promise<Shaper> {
  const fonts = await openFonts(ALWAYS_OPEN + text)
  return {
    measureEm: (line) =>
      splitRuns(line, fonts)
        .flatMap(shapeRun)
        .reduce((sum, { advanceEm }) => sum + advanceEm, 0),
    outline: (line) => outlineRuns(splitRuns(line, fonts)),
  }
}

/** The runs of a line in visual order, from left to right. */
export function splitRuns(line: string, fonts: ReadonlyMap<string, LabelFont | null>): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line)
  const runs: Run[] = []
  let index = 0
  for (const character of line) {
    const level = levels[index] ?? 0
    index += character.length
    const last = runs.at(-1)
    const font = chooseFont(character, last?.font ?? null, fonts)
    const text = font === null ? toMissing(character) : character
    if (last && font === last.font && level === last.level) last.text += text
    else if (text !== '') runs.push({ text, font, level })
  }
  return toVisualOrder(runs)
}

/** The font before goes on as long as it can, so that marks and joiners are shaped with their base. */
function chooseFont(
  character: string,
  before: LabelFont | null,
  fonts: ReadonlyMap<string, LabelFont | null>,
): LabelFont | null {
  if (FORMAT.test(character) || (before && hasGlyph(before, character))) return before
  return fonts.get(character) ?? null
}

const toMissing = (character: string): string => (FORMAT.test(character) || MARK.test(character) ? '' : MISSING)

/** Rule L2 of Unicode's UAX 9: from the highest level to the lowest odd one, reverse all stretches at or above it. */
function toVisualOrder(runs: Run[]): Run[] {
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

/** The glyphs of a run, from left to right. */
export function shapeRun({ text, font, level }: Run): Glyph[] {
  if (font === null) {
    return Array.from(text, () => ({ id: 0, advanceEm: MISSING_ADVANCE_EM, xOffsetEm: 0, yOffsetEm: 0 }))
  }
  const { unitsPerEm } = font
  const buffer = new Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  // A mark at the start of a row has no width of a base, so that a row is never wider than its characters.
  buffer.setFlags(BufferFlag.DO_NOT_INSERT_DOTTED_CIRCLE)
  // The line gives the direction, not the script: numbers within Arabic run from left to right.
  buffer.setDirection(level % 2 === 1 ? Direction.RTL : Direction.LTR)
  shape(font.font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint: id }, index) => {
    const { xAdvance = 0, xOffset = 0, yOffset = 0 } = positions[index] ?? {}
    return {
      id,
      advanceEm: xAdvance / unitsPerEm,
      xOffsetEm: xOffset / unitsPerEm,
      yOffsetEm: yOffset / unitsPerEm,
    }
  })
}

function outlineRuns(runs: readonly Run[]): Outline[] {
  const outlines: Outline[] = []
  let xEm = 0
  for (const run of runs) {
    for (const { id, advanceEm, xOffsetEm, yOffsetEm } of shapeRun(run)) {
      const path = run.font?.font.glyphToPath(id) ?? MISSING_PATH
      const unitsPerEm = run.font?.unitsPerEm ?? MISSING_UNITS_PER_EM
      if (path !== '') outlines.push({ path, unitsPerEm, xEm: xEm + xOffsetEm, yEm: yOffsetEm })
      xEm += advanceEm
    }
  }
  return outlines
}
