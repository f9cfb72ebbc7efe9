/** The installed Noto fonts. Each family comes in files of about a hundred characters, opened when one is printed. */
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Blob, Face, Font, Variation } from 'harfbuzzjs'
import decompress from 'woff2-encoder/decompress'

const require = createRequire(import.meta.url)

/**
 * In order of search: the first family that has a character prints it. `noto-sans` has Latin, Greek, Cyrillic and
 * Devanagari; `sc` has Chinese and kana; `jp` and `kr` add what only Japanese and Korean use. Installed size: 31 MB.
 */
const FAMILIES = [
  'noto-sans',
  'noto-sans-arabic',
  'noto-sans-hebrew',
  'noto-sans-thai',
  'noto-sans-armenian',
  'noto-sans-georgian',
  'noto-sans-bengali',
  'noto-sans-tamil',
  'noto-sans-telugu',
  'noto-sans-kannada',
  'noto-sans-malayalam',
  'noto-sans-gujarati',
  'noto-sans-gurmukhi',
  'noto-sans-sinhala',
  'noto-sans-khmer',
  'noto-sans-lao',
  'noto-sans-myanmar',
  'noto-sans-ethiopic',
  'noto-sans-sc',
  'noto-sans-kr',
  'noto-sans-jp',
]

/** The default of the Chinese, Japanese and Korean fonts is weight 100. */
const REGULAR = [new Variation('wght', 400)]

export interface LabelFont {
  font: Font
  face: Face
  unitsPerEm: number
}

interface FontFile {
  path: string
  ranges: [first: number, last: number][]
}

const files: FontFile[] = FAMILIES.flatMap(listFontFiles)

/** The package's `unicode.json` names the code points of each file: `{"[4]": "U+1f1e9-1f1f5,U+1f21a", …}`. */
function listFontFiles(family: string): FontFile[] {
  const root = dirname(require.resolve(`@fontsource-variable/${family}/package.json`))
  const table = JSON.parse(readFileSync(join(root, 'unicode.json'), 'utf8')) as Record<string, string>
  return Object.entries(table).map(([name, ranges]) => ({
    path: join(root, 'files', `${basename(root)}-${name.replaceAll(/[[\]]/g, '')}-wght-normal.woff2`),
    ranges: ranges.split(',').map(parseRange),
  }))
}

function parseRange(text: string): [number, number] {
  const [first = '', last = first] = text.trim().replace('U+', '').split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

/** All installed fonts, each with the code points that it is searched for and has. Takes seconds: for checks and generated tables. */
export async function* openAllFonts(): AsyncGenerator<{ font: LabelFont; codePoints: number[] }> {
  for (const { path, ranges } of files) {
    const font = await readFont(path)
    const codePoints = [...font.face.collectUnicodes()]
    const isListed = (codePoint: number) => ranges.some(([first, last]) => codePoint >= first && codePoint <= last)
    yield { font, codePoints: codePoints.filter(isListed) }
  }
}

/** Opened files stay open for the life of the process: a few kilobytes to 200 KB each. */
const fontsByPath = new Map<string, Promise<LabelFont>>()
const fontsByCodePoint = new Map<number, LabelFont | null>()

/** The fonts of the text's characters; null for a character that no installed font has. */
export async function openFonts(text: string): Promise<ReadonlyMap<string, LabelFont | null>> {
  const fonts = new Map<string, LabelFont | null>()
  for (const character of new Set(text)) fonts.set(character, await openFont(toCodePoint(character)))
  return fonts
}

export const hasGlyph = ({ font }: LabelFont, character: string): boolean =>
  font.nominalGlyph(toCodePoint(character)) !== undefined

const toCodePoint = (character: string): number => character.codePointAt(0) ?? 0

async function openFont(codePoint: number): Promise<LabelFont | null> {
  const known = fontsByCodePoint.get(codePoint)
  if (known !== undefined) return known
  const font = await searchFonts(codePoint)
  fontsByCodePoint.set(codePoint, font)
  return font
}

async function searchFonts(codePoint: number): Promise<LabelFont | null> {
  for (const { path, ranges } of files) {
    if (!ranges.some(([first, last]) => codePoint >= first && codePoint <= last)) continue
    const opened = fontsByPath.get(path) ?? readFont(path)
    fontsByPath.set(path, opened)
    const found = await opened
    if (found.font.nominalGlyph(codePoint) !== undefined) return found
  }
  return null
}

async function readFont(path: string): Promise<LabelFont> {
  const face = new Face(new Blob(await decompress(await readFile(path))))
  const font = new Font(face)
  font.setVariations(REGULAR)
  return { font, face, unitsPerEm: face.upem }
}
