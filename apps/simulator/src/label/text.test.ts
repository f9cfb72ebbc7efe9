import { expect, test } from 'vitest'
import { runsOf } from './text.ts'

const texts = (line: string) => runsOf(line).map(({ text }) => text)

test('Latin and Chinese in one line keep their order, each in its font', () => {
  const runs = runsOf('北京市 Bldg 5')
  expect(runs.map(({ text }) => text).join('')).toBe('北京市 Bldg 5')
  expect(new Set(runs.map(({ font }) => font)).size).toBeGreaterThan(1)
})

test('a number in a Hebrew line stands between the words, which run from the right', () => {
  const joined = texts('קוד 12 בדלת').map((text) => text.trim())
  expect(joined.filter((text) => text !== '')).toEqual(['בדלת', '12', 'קוד'])
})

test('what no font has becomes a question mark', () => {
  expect(texts('𓀀a').join('')).toBe('?a')
})
