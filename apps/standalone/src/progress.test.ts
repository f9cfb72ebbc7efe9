import { expect, test } from 'vitest'
import { startProgress } from './progress.ts'

/** The last line of the terminal, or nothing for a stream that is no terminal. */
function shownOn(isTTY: boolean): string {
  let written = ''
  const progress = startProgress({ isTTY, write: (text) => (written += text) })
  progress.step('database')
  progress.step('migrations')
  const shown = written.split('\u001b[2K').at(-1) ?? ''
  progress.end()
  return isTTY ? `${shown}|${written.split('\u001b[2K').at(-1)}` : written
}

test('a step overwrites the one before, and the end leaves nothing', () => {
  expect(shownOn(true)).toBe('Starting: migrations …|')
  expect(shownOn(false)).toBe('')
})
