import { describe, expect, test } from 'vitest'
import { findConflicts, matches, nextStep, printShortcut } from './keys.ts'

const press = (key: string, held: Partial<Parameters<typeof matches>[1]> = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...held,
})

describe('matches', () => {
  test('a plain key matches without modifiers only', () => {
    expect(matches('j', press('j'), false)).toBe(true)
    expect(matches('j', press('J'), false)).toBe(true)
    expect(matches('j', press('j', { ctrlKey: true }), false)).toBe(false)
    expect(matches('j', press('j', { altKey: true }), false)).toBe(false)
    expect(matches('?', press('?'), true)).toBe(true)
  })

  test('mod is Command on a Mac and Control elsewhere', () => {
    expect(matches('mod+k', press('k', { metaKey: true }), true)).toBe(true)
    expect(matches('mod+k', press('k', { ctrlKey: true }), true)).toBe(false)
    expect(matches('mod+k', press('k', { ctrlKey: true }), false)).toBe(true)
    expect(matches('mod+k', press('k'), false)).toBe(false)
  })
})

describe('nextStep', () => {
  const shortcuts = ['g s', 'g t', 'j']
  const on = (key: string) => (step: string) => step === key

  test('the first key of a sequence waits for the second', () => {
    expect(nextStep(shortcuts, [], on('g'))).toEqual({ wait: ['g'] })
    expect(nextStep(shortcuts, ['g'], on('t'))).toEqual({ run: 'g t' })
  })

  test('a key that continues nothing ends the sequence', () => {
    expect(nextStep(shortcuts, ['g'], on('j'))).toBeNull()
    expect(nextStep(shortcuts, [], on('j'))).toEqual({ run: 'j' })
    expect(nextStep(shortcuts, [], on('q'))).toBeNull()
  })
})

test('shortcuts conflict if they are equal or one begins with the other', () => {
  expect(findConflicts(['g s', 'g t', 'j'])).toEqual([])
  expect(findConflicts(['g', 'g s'])).toEqual(['g / g s'])
  expect(findConflicts(['x', 'x'])).toEqual(['x / x'])
  expect(findConflicts(['g', 'gg'])).toEqual([])
})

test('a shortcut is printed as the keys are labelled', () => {
  expect(printShortcut('mod+k', true)).toEqual(['⌘', 'K'])
  expect(printShortcut('mod+k', false)).toEqual(['Ctrl', 'K'])
  expect(printShortcut('g s', false)).toEqual(['G', 'S'])
})
