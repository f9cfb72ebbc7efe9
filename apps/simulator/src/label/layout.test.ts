import fc from 'fast-check'
import { expect, test } from 'vitest'
import { layOut, type TextBox } from './layout.ts'

/** Every character as wide as it is high: at size 10 a hundred points hold ten, at the smallest size fourteen. */
const emWidthOf = (text: string) => text.length
const box: TextBox = { y: 100, width: 100, height: 39, size: 10 }
const rows = (...lines: string[]) => layOut(lines, box, emWidthOf)
const texts = (...lines: string[]) => rows(...lines).map(({ text }) => text)

test('lines that have room stand one below the other in full size', () => {
  expect(rows('1 Road', 'London')).toEqual([
    { text: '1 Road', y: 100, size: 10 },
    { text: 'London', y: 113, size: 10 },
  ])
})

test('a line that is somewhat too long is made smaller, and the others are not', () => {
  expect(rows('12 Long Road', 'London')).toEqual([
    { text: '12 Long Road', y: 100, size: 100 / 12 },
    { text: 'London', y: 113, size: 10 },
  ])
})

test('a longer one is broken in two between words, as large as it can be', () => {
  expect(rows('Flat 12 100 Clements')).toEqual([
    { text: 'Flat 12 100', y: 100, size: 9 },
    { text: 'Clements', y: 113, size: 9 },
  ])
})

test('where no word ends, it is broken between characters, and none is torn apart', () => {
  expect(texts('a'.repeat(20))).toEqual(['a'.repeat(10), 'a'.repeat(10)])
  expect(texts('👩‍👧'.repeat(4))).toEqual(['👩‍👧'.repeat(2), '👩‍👧'.repeat(2)])
})

test('only what two rows of the smallest size do not hold is cut, and says so', () => {
  expect(texts('a'.repeat(28))).toEqual(['a'.repeat(14), 'a'.repeat(14)])
  expect(texts('a'.repeat(29))).toEqual(['a'.repeat(14), `${'a'.repeat(13)}…`])
})

test('more rows than the box has room for stand closer, and are smaller', () => {
  const four = rows('1', '2', '3', '4')
  expect(four.map(({ y }) => y)).toEqual([100, 109.75, 119.5, 129.25])
  expect(four.map(({ size }) => size)).toEqual(Array(4).fill(7.5))
})

test('no row is wider than the box or leaves it, whatever stands in it', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), { maxLength: 8 }), (lines) => {
      for (const { text, y, size } of layOut(lines, box, emWidthOf)) {
        expect(emWidthOf(text) * size).toBeLessThanOrEqual(box.width + 0.001)
        expect(y + size).toBeLessThanOrEqual(box.y + box.height)
      }
    }),
  )
})
