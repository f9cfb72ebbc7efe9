/** The table in packages/carriers, by which texts are checked before a purchase, is that of the installed fonts. */
import { hasGlyph, measureAtMost } from '@waybill/carriers/label/glyphs'
import { expect, test } from 'vitest'
import { openAllFonts } from './fonts.ts'
import { shapeRun } from './shaping.ts'

const LAST = 0x3_ffff

test('the table has the characters that a font has, each at least as wide', async () => {
  const printed = new Set<number>()
  const narrow: string[] = []
  for await (const { font, codePoints } of openAllFonts()) {
    for (const codePoint of codePoints) {
      const text = String.fromCodePoint(codePoint)
      const width = shapeRun({ text, font, level: 0 }).reduce((sum, { advanceEm }) => sum + advanceEm, 0)
      // Beside a letter beyond Latin-1, with which a row is not printed with Helvetica.
      if (width > measureAtMost(`${text}ł`) - measureAtMost('ł') + 1e-6) narrow.push(text)
      printed.add(codePoint)
    }
  }
  expect(narrow).toEqual([])
  const wrong = Array.from({ length: LAST - 0x20 }, (_, index) => index + 0x20).filter((codePoint) => {
    const text = String.fromCodePoint(codePoint)
    return hasGlyph(text) !== (printed.has(codePoint) || /\p{Default_Ignorable_Code_Point}/u.test(text))
  })
  expect(wrong, 'run node scripts/gen.ts --glyphs').toEqual([])
})
