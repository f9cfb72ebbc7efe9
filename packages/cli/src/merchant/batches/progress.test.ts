import { expect, test } from 'vitest'
import { progressLine, startProgress } from './progress.ts'

test('the bar shows how much is done, and what failed', () => {
  expect(progressLine('shipments', { done: 0, failed: 0, total: 500 })).toBe(`[${'░'.repeat(30)}] 0/500 shipments`)
  expect(progressLine('shipments', { done: 250, failed: 3, total: 500 })).toBe(
    `[${'█'.repeat(15)}${'░'.repeat(15)}] 250/500 shipments, 3 failed`,
  )
  expect(progressLine('bookings', { done: 7, failed: 0, total: 7 })).toBe(`[${'█'.repeat(30)}] 7/7 bookings`)
})

test('it is drawn over itself on a terminal, and nowhere else', () => {
  let printed = ''
  const terminal = {
    env: {},
    out: () => {},
    err(text: string) {
      printed += text
    },
  }
  const use = (showsProgress: boolean) => {
    const progress = startProgress({ ...terminal, showsProgress }, 'shipments', 2)
    progress.update(1, 0)
    progress.hide()
  }
  use(false)
  expect(printed).toBe('')
  use(true)
  expect(printed.split('\r\u001b[K').map((line) => line.replace(/^\[.*\] /, ''))).toEqual([
    '0/2 shipments',
    '1/2 shipments',
    '',
  ])
})
