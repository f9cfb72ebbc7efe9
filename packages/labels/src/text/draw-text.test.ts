import { LABEL_WIDTH_MM, type TextElement } from '@waybill/carriers/label/label-document'
import { expect, test } from 'vitest'
import { renderPdf } from '../pdf.ts'
import { type Raster, rasterize } from '../raster.ts'
import { mmToDots } from '../testing/dots.ts'
import { aLabelDocument } from '../testing/label-documents.ts'

const aText = (overrides: Partial<TextElement> = {}): TextElement => ({
  kind: 'text',
  lines: ['Grace Miller'],
  xMm: 10,
  yMm: 20,
  widthMm: 80,
  heightMm: 20,
  sizePt: 12,
  ...overrides,
})

async function print(element: TextElement): Promise<Raster> {
  const pdf = await renderPdf({ ...aLabelDocument(), pages: [[element]] }, '4x6')
  for await (const page of rasterize(pdf)) return page
  throw new Error('nothing was printed')
}

/** The edges of the ink, in dots, or null if there is none. */
function findInk({ dots, width, height }: Raster) {
  const ink = { left: width, right: -1, top: height, bottom: -1, count: 0 }
  for (let row = 0; row < height; row++) {
    const black = dots.subarray(row * width, (row + 1) * width)
    const first = black.findIndex((dot) => dot < 128)
    if (first === -1) continue
    ink.left = Math.min(ink.left, first)
    ink.right = Math.max(
      ink.right,
      black.findLastIndex((dot) => dot < 128),
    )
    ink.top = Math.min(ink.top, row)
    ink.bottom = row
    ink.count += black.filter((dot) => dot < 128).length
  }
  return ink.count === 0 ? null : ink
}

test.for(['Grace Miller', 'Жукова', 'محمد أحمد', '山田太郎', 'თბილისი'])(
  '%s begins at the left edge of its box',
  async (name) => {
    const ink = findInk(await print(aText({ lines: [name] })))
    expect(Math.abs((ink?.left ?? 0) - mmToDots(10))).toBeLessThanOrEqual(mmToDots(0.5))
    expect(ink?.top).toBeGreaterThanOrEqual(mmToDots(20))
  },
)

test.for(['Grace Miller', 'Жукова'])('%s is centred in its box', async (name) => {
  const box = { xMm: 5, widthMm: LABEL_WIDTH_MM - 10, align: 'center' } as const
  const { left = 0, right = 0 } = findInk(await print(aText({ lines: [name], ...box }))) ?? {}
  expect(Math.abs((left + right) / 2 - mmToDots(LABEL_WIDTH_MM / 2))).toBeLessThanOrEqual(mmToDots(0.5))
})

test.for([
  'A rather long line of Latin letters that has no place in a narrow box at its full size',
  'Очень длинная строка, которой не хватает места в узкой рамке даже в две строки подряд',
  '长'.repeat(60),
])('"%s" stays in its box', async (line) => {
  const ink = findInk(await print(aText({ lines: [line, line, line], widthMm: 40, heightMm: 15 })))
  expect(ink?.left).toBeGreaterThanOrEqual(mmToDots(9.8))
  expect(ink?.right).toBeLessThanOrEqual(mmToDots(50.2))
  expect(ink?.bottom).toBeLessThanOrEqual(mmToDots(35.2))
})

test('bold Latin has more ink than regular', async () => {
  const regular = findInk(await print(aText()))
  const bold = findInk(await print(aText({ bold: true })))
  expect(bold?.count).toBeGreaterThan((regular?.count ?? 0) * 1.1)
})

test('lines without a printable character leave the box empty', async () => {
  expect(findInk(await print(aText({ lines: ['', ' \t\n', '\u202e\u0007', '\ue000'] })))).toBeNull()
})
