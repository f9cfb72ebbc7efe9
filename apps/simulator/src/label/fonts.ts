/**
 * The bundled Noto fonts, for most of the scripts in which addresses are written today. Not among them, and printed as
 * question marks: Adlam, Balinese, Batak, Buginese, Chakma, Cham, Javanese, Lepcha, Limbu, Lisu, Meetei Mayek, New Tai Lue,
 * Ol Chiki, Sundanese, Tai Le, Tai Tham, Vai, Yi and the rarer ones; of Chinese characters those that are in the usual sets of
 * neither China, Korea, Japan nor Hong Kong.
 */

import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Blob, Face, Font, Variation } from 'harfbuzzjs'
import decompress from 'woff2-encoder/decompress'

const require = createRequire(import.meta.url)

/**
 * Looked through in this order; the first that has the character prints it. The first has Latin, Greek, Cyrillic and
 * Devanagari; `sc` Chinese and kana, `jp` and `hk` what is written in names and places there alone, beyond the basic plane
 * too. Together 40 MB as installed.
 */
const VARIABLE_FAMILIES = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-armenian',
  'noto-sans-bengali',
  'noto-sans-canadian-aboriginal',
  'noto-sans-cherokee',
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
  'noto-sans-syriac',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-thaana',
  'noto-sans-thai',
  'noto-serif-tibetan',
  'noto-sans-sc',
  'noto-sans-kr',
  'noto-sans-jp',
  'noto-sans-hk',
]

/** Those that come in a file for each weight. */
const STATIC_FAMILIES = ['noto-sans-mongolian', 'noto-sans-nko', 'noto-sans-tifinagh']

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
const subsets: Subset[] = [
  ...VARIABLE_FAMILIES.flatMap((family) => subsetsOf(`@fontsource-variable/${family}`, 'wght')),
  ...STATIC_FAMILIES.flatMap((family) => subsetsOf(`@fontsource/${family}`, '400')),
]

function subsetsOf(packageName: string, weight: string): Subset[] {
  const root = dirname(require.resolve(`${packageName}/package.json`))
  const table = JSON.parse(readFileSync(join(root, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(table).map(([name, ranges]) => ({
    file: join(root, 'files', `${basename(root)}-${name.replaceAll(/[[\]]/g, '')}-${weight}-normal.woff2`),
    ranges: ranges.split(',').map(rangeOf),
  }))
}

function rangeOf(text: string): [number, number] {
  const [first = '', last = first] = text.trim().replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

const openedByFile = new Map<string, Promise<LabelFont>>()
/** Null: none of ours has the character. */
const fontByCodePoint = new Map<number, LabelFont | null>()

/** Printable ASCII, what a label says of itself, and what it puts for what it cuts or cannot print. */
const ALWAYS = `${String.fromCodePoint(...Array.from({ length: 95 }, (_, index) => 32 + index))}·…\ufffd`

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
