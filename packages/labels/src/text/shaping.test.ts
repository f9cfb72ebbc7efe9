import { expect, test } from 'vitest'
import { openFonts } from './fonts.ts'
import { openShaper, shapeRun, splitRuns } from './shaping.ts'

const splitIntoRuns = async (line: string) => splitRuns(line, await openFonts(line))
const readTexts = async (line: string) => (await splitIntoRuns(line)).map(({ text }) => text)

test('Latin and Chinese in one line keep their order, each in its font', async () => {
  const runs = await splitIntoRuns('北京市 Bldg 5')
  expect(runs.map(({ text }) => text).join('')).toBe('北京市 Bldg 5')
  expect(new Set(runs.map(({ font }) => font)).size).toBeGreaterThan(1)
})

test('a number in a Hebrew line is between the words, which run from the right', async () => {
  const texts = (await readTexts('קוד 12 בדלת')).map((text) => text.trim())
  expect(texts.filter((text) => text !== '')).toEqual(['בדלת', '12', 'קוד'])
})

test('a Hebrew word in a Latin line keeps its place', async () => {
  const texts = (await readTexts('Flat שלום B')).map((text) => text.trim()).filter((text) => text !== '')
  expect(texts).toEqual(['Flat', 'שלום', 'B'])
})

test('a character that no font has becomes a square, and its neighbours are printed', async () => {
  expect((await readTexts('𓀀a')).join('')).toBe('□a')
  expect((await readTexts('aᚠᚢb')).join('')).toBe('a□□b')
})

test('joiners and marks of characters without a font are left out', async () => {
  expect((await readTexts('👨‍👩')).join('')).toBe('□□')
  expect((await readTexts('བཀྲ')).join('')).toBe('□□')
})

test.each([
  ['Amharic', 'አዲስ አበባ ኢትዮጵያ'],
  ['Arabic', 'شارع التحرير'],
  ['Armenian', 'Արմեն Սարգսյան'],
  ['Bengali', 'রবীন্দ্রনাথ ঠাকুর শ্রী ক্ষ'],
  ['Burmese', 'မြန်မာ ရန်ကုန် ကျွန်ုပ်'],
  ['Chinese', '北京市朝阳区'],
  ['Chinese, traditional', '臺灣臺北市中正區重慶南路'],
  ['Devanagari', 'क्षेत्र'],
  ['Georgian', 'გიორგი ბერიძე'],
  ['Greek', 'Αθήνα'],
  ['Gujarati', 'ગુજરાતી શ્રી ક્ષેત્ર'],
  ['Hebrew', 'ירושלים'],
  ['Japanese', '東京都ひらがなカタカナ'],
  ['Japanese, beyond the basic plane', '𠮷田'],
  ['Kannada', 'ಕನ್ನಡ ಶ್ರೀ ಕ್ಷೇತ್ರ'],
  ['Khmer', 'ភ្នំពេញ ស្រុក ខ្មែរ'],
  ['Korean', '서울특별시'],
  ['Lao', 'ວຽງຈັນ ສະບາຍດີ'],
  ['Malayalam', 'മലയാളം ശ്രീ ക്ഷേത്രം'],
  ['Polish', 'Łódź, ulica Żeromskiego'],
  ['Punjabi', 'ਗੁਰਮੁਖੀ ਸ੍ਰੀ ਪੰਜਾਬ'],
  ['Russian', 'Москва'],
  ['Sinhala', 'ශ්‍රී ලංකාව කොළඹ'],
  ['Tamil', 'தமிழ்நாடு கௌரி ஸ்ரீ'],
  ['Telugu', 'తెలుగు శ్రీనివాస్ క్ష'],
  ['Thai', 'ถนนสุขุมวิท'],
  ['Ukrainian', 'Київ, вулиця Ґалаґанівська'],
  ['Vietnamese', 'Ngô Thị Hương'],
])('%s is shaped: no character lacks a glyph, no mark lacks its base', async (_script, line) => {
  for (const run of await splitIntoRuns(line)) {
    expect(shapeRun(run).map(({ id }) => id)).not.toContain(0)
    expect(run.text).not.toMatch(/^\p{M}|□/u)
  }
})

test('Arabic letters are joined: each takes the form of its place in the word', async () => {
  const readShape = async (text: string) => (await splitIntoRuns(text)).flatMap(shapeRun).map(({ id }) => id)
  const isolated = await readShape('ب')
  const joined = await readShape('ببب')
  expect(joined).not.toEqual([...isolated, ...isolated, ...isolated])
  expect(new Set(joined).size).toBeGreaterThan(new Set(isolated).size)
})

test('a Devanagari conjunct is one glyph, and a vowel sign precedes its consonant', async () => {
  expect((await splitIntoRuns('क्ष')).flatMap(shapeRun)).toHaveLength(1)
  const [run] = await splitIntoRuns('कि')
  if (!run) throw new Error('nothing is printed')
  const [vowel, consonant] = shapeRun(run).map(({ id }) => id)
  expect(consonant).toBe(run.font?.font.nominalGlyph(0x915))
  expect(vowel).not.toBe(consonant)
})

test('a Thai mark takes no width', async () => {
  const measureWidth = async (text: string) => (await openShaper(text)).measureEm(text)
  expect(await measureWidth('กี')).toBe(await measureWidth('ก'))
})

test('outlines run from left to right within the measured width', async () => {
  const line = 'Flat 5 שלום □'
  const shaper = await openShaper(line)
  const starts = shaper.outline(line).map(({ xEm }) => xEm)
  expect(starts).toEqual(starts.toSorted((a, b) => a - b))
  expect(Math.max(...starts)).toBeLessThan(shaper.measureEm(line))
})
