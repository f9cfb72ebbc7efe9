import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findCuts, layOutLines, type TextBox } from './line-layout.ts'

/** Every character is as wide as it is high: 100 points hold ten at size 10, and fourteen at the smallest size. */
const measureEm = (text: string) => text.length
const box: TextBox = { y: 100, width: 100, height: 39, size: 10 }
const rows = (...lines: string[]) => layOutLines(lines, box, measureEm)
const texts = (...lines: string[]) => rows(...lines).map(({ text }) => text)

test('lines that fit are set one below the other in full size', () => {
  expect(rows('1 Road', 'London')).toEqual([
    { text: '1 Road', y: 100, size: 10 },
    { text: 'London', y: 113, size: 10 },
  ])
})

test('the work for a long line grows with its length, not with the square of it', () => {
  const count = (length: number) => {
    let characters = 0
    findCuts(['a b'.repeat(length)], box, (text) => {
      characters += text.length
      return text.length
    })
    return characters / length
  }
  expect(count(4_000)).toBeLessThan(count(500) * 4)
})

test('a line that is slightly too long is scaled down, and the others are not', () => {
  expect(rows('12 Long Road', 'London')).toEqual([
    { text: '12 Long Road', y: 100, size: 100 / 12 },
    { text: 'London', y: 113, size: 10 },
  ])
})

test('a longer line wraps between words, as large as fits', () => {
  expect(rows('Flat 12 100 Clements')).toEqual([
    { text: 'Flat 12 100', y: 100, size: 9 },
    { text: 'Clements', y: 113, size: 9 },
  ])
})

test('a line without spaces wraps between characters and never inside a grapheme', () => {
  expect(texts('a'.repeat(20))).toEqual(['a'.repeat(10), 'a'.repeat(10)])
  expect(texts('👩‍👧'.repeat(4))).toEqual(['👩‍👧'.repeat(2), '👩‍👧'.repeat(2)])
})

test('a longer line takes more rows, then smaller letters, and is cut only when those are five points', () => {
  expect(texts('a'.repeat(29))).toEqual(['a'.repeat(14), 'a'.repeat(14), 'a'])
  expect(texts('a'.repeat(120)).join('')).toBe('a'.repeat(120))
  expect(findCuts(['a'.repeat(120)], box, measureEm).size).toBe(0)
  expect(texts('Door 5', 'a'.repeat(121))).toEqual(['Door 5', ...Array(4).fill('a'.repeat(20)), `${'a'.repeat(19)}…`])
  expect(findCuts(['Door 5', 'a'.repeat(121)], box, measureEm).get(1)).toBeGreaterThan(90)
})

test('what is cut ends after a whole grapheme', () => {
  expect(texts('👩‍👧'.repeat(60)).join('').replace('…', '').replaceAll('👩‍👧', '')).toBe('')
})

test('rows that exceed the height are set closer together and smaller', () => {
  const four = rows('1', '2', '3', '4')
  expect(four.map(({ y }) => y)).toEqual([100, 109.75, 119.5, 129.25])
  expect(four.map(({ size }) => size)).toEqual(Array(4).fill(7.5))
})

test('no row leaves the box, whatever the text', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 1, maxLength: 60, unit: 'grapheme' }), { maxLength: 8 }), (lines) => {
      for (const { text, y, size } of layOutLines(lines, box, measureEm)) {
        expect(measureEm(text) * size).toBeLessThanOrEqual(box.width + 0.001)
        expect(y + size).toBeLessThanOrEqual(box.y + box.height)
      }
    }),
  )
})
