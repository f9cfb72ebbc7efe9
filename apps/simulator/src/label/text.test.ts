import { expect, test } from 'vitest'
import { openFontsFor } from './fonts.ts'
import { runsOf, shapeRun } from './text.ts'

async function opened(line: string) {
  await openFontsFor(line)
  return runsOf(line)
}
const texts = async (line: string) => (await opened(line)).map(({ text }) => text)

test('Latin and Chinese in one line keep their order, each in its font', async () => {
  const runs = await opened('北京市 Bldg 5')
  expect(runs.map(({ text }) => text).join('')).toBe('北京市 Bldg 5')
  expect(new Set(runs.map(({ font }) => font)).size).toBeGreaterThan(1)
})

test('a number in a Hebrew line stands between the words, which run from the right', async () => {
  const joined = (await texts('קוד 12 בדלת')).map((text) => text.trim())
  expect(joined.filter((text) => text !== '')).toEqual(['בדלת', '12', 'קוד'])
})

test('what no font has becomes a question mark', async () => {
  expect((await texts('𓀀a')).join('')).toBe('?a')
})

test.each([
  ['Arabic', 'شارع التحرير'],
  ['Armenian', 'Երևան'],
  ['Bengali', 'বিশ্ববিদ্যালয়'],
  ['Burmese', 'ရန်ကုန်မြို့'],
  ['Cherokee', 'ᏔᎵᏆ ᎠᏯᏅᏗ'],
  ['Chinese', '北京市朝阳区'],
  ['Inuktitut', 'ᐃᖃᓗᐃᑦ'],
  ['Devanagari', 'क्षेत्र'],
  ['Ethiopic', 'አዲስ አበባ'],
  ['Georgian', 'თბილისი'],
  ['Greek', 'Αθήνα'],
  ['Gujarati', 'ગુજરાત'],
  ['Gurmukhi', 'ਪੰਜਾਬ'],
  ['Hebrew', 'ירושלים'],
  ['Japanese', '東京都ひらがなカタカナ'],
  ['Japanese, beyond the basic plane', '𠮷田'],
  ['Cantonese, beyond the basic plane', '𨋢 𠝹'],
  ['Kannada', 'ಬೆಂಗಳೂರು'],
  ['Khmer', 'ភ្នំពេញ'],
  ['Korean', '서울특별시'],
  ['Lao', 'ວຽງຈັນ'],
  ['Malayalam', 'തിരുവനന്തപുരം'],
  ['Mongolian', 'ᠤᠯᠠᠭᠠᠨᠪᠠᠭᠠᠲᠤᠷ'],
  ["N'Ko", 'ߓߊ߬ߡߊ߬ߞߐ߬'],
  ['Odia', 'ଓଡ଼ିଶା'],
  ['Russian', 'Москва'],
  ['Sinhala', 'ශ්‍රී ලංකාව'],
  ['Syriac', 'ܕܪܡܣܘܩ'],
  ['Tamil', 'சென்னை'],
  ['Telugu', 'శ్రీనగర్'],
  ['Thaana', 'މާލެ'],
  ['Thai', 'ถนนสุขุมวิท'],
  ['Tibetan', 'ལྷ་ས་གྲོང་ཁྱེར'],
  ['Tifinagh', 'ⵜⴰⵎⴰⵣⵉⵖⵜ'],
  ['Vietnamese', 'Ngô Thị Hương'],
])('%s prints shaped: no character without a glyph, no mark without its base', async (_script, line) => {
  for (const run of await opened(line)) {
    const dottedCircle = run.font.font.nominalGlyph(0x25cc)
    const glyphs = shapeRun(run).map(({ glyph }) => glyph)
    expect(glyphs).not.toContain(0)
    expect(glyphs).not.toContain(dottedCircle ?? 0)
    expect(run.text).not.toContain('?')
  }
})

test('conjuncts are one glyph, vowels stand before the consonant that they follow in speech', async () => {
  expect((await opened('क्ष')).flatMap(shapeRun)).toHaveLength(1)
  const [run] = await opened('कि')
  if (!run) throw new Error('nothing is printed')
  const [vowel, consonant] = shapeRun(run).map(({ glyph }) => glyph)
  expect(consonant).toBe(run.font.font.nominalGlyph(0x915))
  expect(vowel).not.toBe(consonant)
})
