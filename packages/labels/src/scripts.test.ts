/** Every script that the README lists, and what happens with the others. */
import { expect, test } from 'vitest'
import { renderPdf } from './pdf.ts'
import { printLabels } from './print.ts'
import { rasterize } from './raster.ts'
import { mmToDots } from './testing/dots.ts'
import { aLabelDocument } from './testing/label-documents.ts'
import { readActualTexts, readText } from './testing/pdf-reader.ts'
import { scanBarcodes } from './testing/scanner.ts'

const names = [
  ['Latin', 'Żółć Đặng'],
  ['Greek', 'Ελένη Παπαδοπούλου'],
  ['Cyrillic', 'Анна Жукова'],
  ['Arabic', 'محمد أحمد'],
  ['Hebrew', 'שלום עולם'],
  ['Devanagari', 'नमस्ते दुनिया'],
  ['Thai', 'สวัสดี ครับ'],
  ['simplified Chinese', '上海市浦东新区'],
  ['traditional Chinese', '臺灣臺北市'],
  ['Japanese', '山田太郎カフェ'],
  ['Japanese beyond the basic plane', '𠮷田𠮷男'],
  ['Korean', '한국어 서울'],
  ['Armenian', 'Արմեն Սարգսյան'],
  ['Georgian', 'გიორგი ბერიძე'],
  ['Bengali', 'রবীন্দ্রনাথ ঠাকুর'],
  ['Tamil', 'தமிழ்நாடு கௌரி'],
  ['Telugu', 'తెలుగు శ్రీనివాస్'],
  ['Kannada', 'ಕನ್ನಡ ಕ್ಷೇತ್ರ'],
  ['Malayalam', 'മലയാളം ക്ഷേത്രം'],
  ['Gujarati', 'ગુજરાતી ક્ષેત્ર'],
  ['Gurmukhi', 'ਗੁਰਮੁਖੀ ਪੰਜਾਬ'],
  ['Sinhala', 'ශ්‍රී ලංකාව'],
  ['Khmer', 'ភ្នំពេញ ខ្មែរ'],
  ['Lao', 'ວຽງຈັນ ສະບາຍດີ'],
  ['Myanmar', 'မြန်မာ ရန်ကုန်'],
  ['Ethiopic', 'አዲስ አበባ ኢትዮጵያ'],
] as const

/** Black dots in the first recipient line, which begins 53 mm below the upper edge. */
async function countInk(pdf: Buffer): Promise<number> {
  for await (const { dots, width } of rasterize(pdf)) {
    return dots.subarray(mmToDots(52.9) * width, mmToDots(58.5) * width).filter((dot) => dot < 128).length
  }
  throw new Error('the label has no page')
}

test.for(names)('%s is printed in ink and as text to search and copy', async ([, name]) => {
  const { bytes } = await printLabels(aLabelDocument({ recipient: [name] }), { format: 'pdf', sheet: '4x6' })
  expect(readActualTexts(bytes)).toEqual([name])
  // More than a single letter or square has.
  expect(await countInk(bytes)).toBeGreaterThan(500)
})

test('Latin-1 is printed as text, without outlines', async () => {
  const { bytes } = await printLabels(aLabelDocument({ recipient: ['Zoë Núñez'] }), { format: 'pdf', sheet: '4x6' })
  expect(await readText(bytes)).toContain('Zoë Núñez')
  expect(readActualTexts(bytes)).toEqual([])
})

test('a name in a script without a font is printed as one square per letter', async () => {
  const ink = async (recipient: string) => countInk(await renderPdf(aLabelDocument({ recipient: [recipient] }), '4x6'))
  const square = await ink('ᚠ')
  expect(square).toBeGreaterThan(0)
  // The edges of a square round to different dots at different places.
  for (const name of ['ᚠᚠᚠ', 'ᚢᚦᚨ']) expect(Math.round((await ink(name)) / square)).toBe(3)
})

test('letters of formulas are printed as plain ones; fractions, which would read as other numbers, are not', async () => {
  const document = aLabelDocument({ recipient: ['𝐀𝐧𝐧𝐚 ℬ𝟙', '🅐🅩🅰🅱🅾🅿🆉 1', '12⅓'] })
  const { bytes } = await printLabels(document, { format: 'pdf', sheet: '4x6' })
  for (const text of ['Anna B1', 'AZABOPZ 1']) expect(await readText(bytes)).toContain(text)
  expect(readActualTexts(bytes)).toEqual(['12⅓'])
})

test('a label in a script without a font still has its code', async () => {
  const { bytes } = await printLabels(aLabelDocument({ recipient: ['ᚠᚢᚦᚨᚱᚲ'] }), { format: 'png', sheet: '4x6' })
  expect(await scanBarcodes(bytes, ['Code128'])).toEqual(['SC482719305551'])
})

test.for(['👨‍👩‍👧', '\u202Eevil\u0000', 'x\ud800y', 'a\tb\nc', '', '𓀀𓀁', `${'长'.repeat(200)}`])(
  'a recipient named %j gets a label',
  async (name) => {
    const { bytes } = await printLabels(aLabelDocument({ recipient: [name] }), { format: 'pdf', sheet: '4x6' })
    expect(bytes.length).toBeGreaterThan(1_000)
  },
)
