/** The bundled Noto fonts: Latin, Greek, Cyrillic, Vietnamese, Devanagari, Arabic, Hebrew, Thai, Chinese, kana, Korean. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { create, type Font } from 'fontkit'

const require = createRequire(import.meta.url)

/** Looked through in this order; the first that has the character prints it. Together 15 MB as installed. */
const FAMILIES = ['noto-sans', 'noto-sans-arabic', 'noto-sans-hebrew', 'noto-sans-thai', 'noto-sans-sc', 'noto-sans-kr']

/**
 * Width of the line, in em, that thickens the outlines of a font whose file draws its thinnest weight (100) where a
 * regular (400) is wanted: fontkit reads variations of uncompressed fonts only.
 */
const THIN_STROKE_EM = 0.045

export interface LabelFont {
  font: Font
  strokeEm: number
}

interface Subset {
  file: string
  ranges: [first: number, last: number][]
}

/** Families come in files of some hundred characters each, with a table of which is where. */
const subsets: Subset[] = FAMILIES.flatMap((family) => {
  const root = dirname(require.resolve(`@fontsource-variable/${family}/package.json`))
  const table = JSON.parse(readFileSync(join(root, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(table).map(([name, ranges]) => ({
    file: join(root, 'files', `${family}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map(rangeOf),
  }))
})

function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.trim().replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

const openedByFile = new Map<string, LabelFont>()
const fontByCodePoint = new Map<number, LabelFont | null>()

function open(file: string): LabelFont {
  const known = openedByFile.get(file)
  if (known) return known
  const font = create(readFileSync(file)) as Font & { variationAxes: { wght?: { default: number } } }
  const opened = { font, strokeEm: (font.variationAxes.wght?.default ?? 400) < 300 ? THIN_STROKE_EM : 0 }
  openedByFile.set(file, opened)
  return opened
}

/** The font that has the character, opened once for the life of the process; null: none of ours has it. */
export function fontFor(character: string): LabelFont | null {
  const codePoint = character.codePointAt(0) ?? 0
  const known = fontByCodePoint.get(codePoint)
  if (known !== undefined) return known
  const found = subsets.find(
    ({ file, ranges }) =>
      ranges.some(([first, last]) => codePoint >= first && codePoint <= last) && hasGlyph(open(file), codePoint),
  )
  const font = found ? open(found.file) : null
  fontByCodePoint.set(codePoint, font)
  return font
}

export const hasGlyph = ({ font }: LabelFont, codePoint: number): boolean => font.hasGlyphForCodePoint(codePoint)
