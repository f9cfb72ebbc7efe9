/** Texts that are found to fit before the purchase are printed whole. */
import { isLatin1, measureAtMost } from '@waybill/carriers/label/glyphs'
import { findCuts } from '@waybill/carriers/label/line-layout'
import { findRoom, parcelLabel } from '@waybill/carriers/label/parcel-label'
import { toPrintable } from '@waybill/carriers/label/printable'
import { mmToPt } from '@waybill/carriers/label/units'
import fc from 'fast-check'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { renderPdf } from './pdf.ts'
import { aLabelDocument, aParcelLabel } from './testing/label-documents.ts'
import { readActualTexts, readText } from './testing/pdf-reader.ts'
import { openMeasure } from './text/draw-text.ts'
import { openShaper } from './text/shaping.ts'

const alphabets = [
  'abcdefgimnrstvwzABCDEMORTW0123456789 ,./-',
  'WWWMMM@%',
  'žółćąęńśđțâÆŒWMİ',
  'αβγδεζθωΩΨ',
  'жшщюыМОСКВА',
  'شارعالتحريرةىئـلا',
  'ירושלםקוד',
  'कखगघचशसहक्षरािीुूृेैोौंः्',
  'ถนนสุขุมวิทกี่ำ',
  'রবীন্দ্রনাথঠকুরোৌ',
  'தமிழ்நாடுகௌரிஸ்ரீஔ',
  'తెలుగుశ్రీనివాస్క్షౌఘొ',
  'ಕನ್ನಡಶ್ರೀಕ್ಷೇತ್ರಞೃೌಔ',
  'മലയാളംശ്രീക്ഷേത്രൌഔൢ',
  'ગુજરાતીશ્રીક્ષેત્રઔ',
  'ਗੁਰਮੁਖੀਸ੍ਰੀਪੰਜਾਬਔ',
  'ශ්‍රීලංකාවකොළඹඖඓරු',
  'ភ្នំពេញស្រុកខ្មែរោៅ',
  'ວຽງຈັນສະບາຍດີໃ',
  'မြန်မာရန်ကုန်ကျွန်ုပ်ဪ',
  'აბგდევზთ',
  'ԱրմենՍգյաչ',
  'አዲስአበባኢትዮጵያ',
  '北京市朝阳区门密码，。臺灣',
  '東京都ひらがなカタカナ𠮷ー',
  '서울특별시한국어',
  'ᚠᚢ䶮🏠①№',
].map((letters) => Array.from(letters))
/** Lines of one or two of the scripts, with blanks. */
const line = (maxLength: number) =>
  fc
    .tuple(fc.constantFrom(...alphabets), fc.constantFrom(...alphabets), fc.boolean())
    .chain(([letters, others, isMixed]) =>
      fc.array(fc.constantFrom(...letters, ...(isMixed ? others : letters), ' '), { maxLength, size: 'max' }),
    )
    .map((letters) => toPrintable(letters.join('')))

async function readPrinted(remarks: string[]): Promise<string> {
  const pdf = await renderPdf(aLabelDocument({ remarks }), '4x6')
  return (await readText(pdf)) + readActualTexts(pdf).join('')
}
const isWhole = async (remarks: string[]) => !(await readPrinted(remarks)).includes('…')

/** The printer's measure of a line and its parts, and of the ellipsis. */
async function openPrinter(...lines: string[]) {
  const shaper = lines.every(isLatin1) ? null : await openShaper(lines.join('\n'))
  return openMeasure(new PDFDocument(), 'Helvetica', shaper)
}

const remarksBox = () => {
  const remarks = ['Order 1']
  const element = parcelLabel(aParcelLabel({ remarks })).find((one) => one.kind === 'text' && one.lines === remarks)
  if (element?.kind !== 'text') throw new Error('the label has no remarks')
  const { widthMm, heightMm, sizePt } = element
  return { y: 0, width: mmToPt(widthMm), height: mmToPt(heightMm), size: sizePt }
}

test('a line and its parts are never found narrower than they are printed', async () => {
  await fc.assert(
    fc.asyncProperty(line(40), fc.nat({ max: 40 }), async (text, start) => {
      const measure = await openPrinter(text)
      for (const part of [text, text.slice(start)].filter((one) => one.isWellFormed()))
        expect(measure(part)).toBeLessThanOrEqual(measureAtMost(part) + 1e-6)
    }),
    { numRuns: 250, seed: 1 },
  )
})

test('remarks that are found to fit are printed whole', async () => {
  const remarks = fc.tuple(line(20), line(40), line(40), line(260)).map((lines) => lines.filter((one) => one !== ''))
  const box = remarksBox()
  let fitting = 0
  await fc.assert(
    fc.asyncProperty(remarks, async (lines) => {
      if (findRoom(lines, 'remarks') !== null) return
      fitting++
      expect(findCuts(lines, box, await openPrinter(...lines)).size).toBe(0)
    }),
    { numRuns: 90, seed: 1 },
  )
  expect(fitting).toBeGreaterThan(20)
})

test.for([
  ['two rows of a Chinese note', ['Order 1', 'A', 'B', `${'请把包裹放在门口的柜子里'.repeat(9).slice(0, 103)}4711`]],
  ['an order, two references and wide letters', ['Order 1234567890', 'REF A', 'REF B', 'W'.repeat(90)]],
  ['wide Sinhala letters', [`Order 1`, 'ඖ'.repeat(120)]],
] as const)('%s, of which the label has no room, are found', async ([, lines]) => {
  expect(await isWhole([...lines])).toBe(false)
  expect(findRoom(lines, 'remarks')).not.toBeNull()
})

test.for([
  ['Latin', 'Ring twice, then leave it with the porter on the ground floor. '],
  ['Polish', 'Proszę zostawić paczkę u sąsiadów pod numerem 12, piętro trzecie. '],
  ['Russian', 'Оставьте посылку у соседей, код двери 4711, третий этаж. '],
  ['Arabic', 'يرجى ترك الطرد عند البواب في الطابق الأرضي '],
  ['Hindi', 'कृपया पार्सल दूसरी मंजिल पर दरबान के पास छोड़ दें '],
  ['Thai', 'กรุณาฝากพัสดุไว้กับยามที่ชั้นหนึ่ง '],
  ['Chinese', '请把包裹放在门口的柜子里，门的密码是四七一一。'],
  ['Korean', '문 앞에 있는 상자에 넣어 주세요. '],
] as const)('a note in %s is named as too long only near the end of the room', async ([, sentence]) => {
  const note = (length: number) => sentence.repeat(20).slice(0, length).trim()
  const lengths = Array.from({ length: 90 }, (_, index) => 20 + index * 8)
  const found = lengths.find((length) => findRoom(['Order 1', note(length)], 'remarks') !== null) ?? Infinity
  expect(await isWhole(['Order 1', note(Math.round(found * 1.5))])).toBe(false)
})
