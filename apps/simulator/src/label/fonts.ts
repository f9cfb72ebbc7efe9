/** The bundled Noto fonts, for the scripts in which addresses are written today. */

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { Blob, Face, Font, Variation } from 'harfbuzzjs'
import decompress from 'woff2-encoder/decompress'

const require = createRequire(import.meta.url)

/**
 * Looked through in this order; the first that has the character prints it. The first has Latin, Greek, Cyrillic and
 * Devanagari; `sc` Chinese and kana. Together 25 MB as installed.
 */
const FAMILIES = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-armenian',
  'noto-sans-bengali',
  'noto-sans-ethiopic',
  'noto-sans-georgian',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-hebrew',
  'noto-sans-kannada',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-malayalam',
  'noto-sans-myanmar',
  'noto-sans-oriya',
  'noto-sans-sinhala',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thai',
  'noto-sans-sc',
  'noto-sans-kr',
]

/** The weight that is printed, of those that a variable font has. */
const REGULAR = [new Variation('wght', 400)]

export interface LabelFont {
  font: Font
  unitsPerEm: number
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

const openedByFile = new Map<string, Promise<LabelFont>>()
/** Null: none of ours has the character. */
const fontByCodePoint = new Map<number, LabelFont | null>()

/** Printable ASCII, and what a label says of itself and puts for what it cannot print. */
const ALWAYS = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index))}·\ufffd`

/** Opens what prints these characters, once for the life of the process. */
export async function openFontsFor(text: string): Promise<void> {
  for (const character of new Set(ALWAYS + text)) {
    const codePoint = codePointOf(character)
    if (!fontByCodePoint.has(codePoint)) fontByCodePoint.set(codePoint, await findFont(codePoint))
  }
}

/** The font that has the character; null: none of ours has it. Only for what `openFontsFor` was told of. */
export function fontFor(character: string): LabelFont | null {
  const font = fontByCodePoint.get(codePointOf(character))
  if (font === undefined) throw new Error(`the font of ${JSON.stringify(character)} was not opened`)
  return font
}

export const hasGlyph = ({ font }: LabelFont, character: string): boolean =>
  font.nominalGlyph(codePointOf(character)) !== undefined

const codePointOf = (character: string): number => character.codePointAt(0) ?? 0

async function findFont(codePoint: number): Promise<LabelFont | null> {
  for (const { file, ranges } of subsets) {
    if (!ranges.some(([first, last]) => codePoint >= first && codePoint <= last)) continue
    const opened = openedByFile.get(file) ?? open(file)
    openedByFile.set(file, opened)
    const found = await opened
    if (found.font.nominalGlyph(codePoint) !== undefined) return found
  }
  return null
}

async function open(file: string): Promise<LabelFont> {
  const face = new Face(new Blob(await decompress(await readFile(file))))
  const font = new Font(face)
  font.setVariations(REGULAR)
  return { font, unitsPerEm: face.upem }
}
