import { expect, test } from 'vitest'
import { CODES, isCancellable, isOver, isUpdatable, nextCode, wayTo } from './journey.ts'

test('by itself every job ends, and a job that takes no accident ends delivered', () => {
  for (const code of CODES) {
    let last = code
    for (let next = nextCode(last); next; next = nextCode(next)) last = next
    expect(isOver(last)).toBe(true)
  }
  expect(wayTo('ACCEPTED', 'DELIVERED')).toEqual([
    'TO_PICKUP',
    'AT_PICKUP',
    'COLLECTED',
    'TO_DROPOFF',
    'AT_DROPOFF',
    'DELIVERED',
  ])
})

test('a courier does not go back in time', () => {
  expect(wayTo('TO_DROPOFF', 'ACCEPTED')).toBeNull()
  expect(wayTo('COLLECTED', 'DRIVER_SWAP')).toBeNull()
  expect(wayTo('CANCELLED', 'DELIVERED')).toBeNull()
  expect(wayTo('DELIVERED', 'AT_DROPOFF')).toBeNull()
})

test('goods come back only after they were collected', () => {
  expect(wayTo('AT_PICKUP', 'RETURNED')).toEqual(['COLLECTED', 'RETURNING', 'RETURNED'])
  expect(wayTo('AT_DROPOFF', 'RETURNED')).toEqual(['RETURNING', 'RETURNED'])
})

test('a delivery can be corrected into a return, and a failure into a delivery', () => {
  expect(wayTo('DELIVERED', 'RETURNED')).toEqual(['RETURNED'])
  expect(wayTo('FAILED', 'DELIVERED')).toEqual(['DELIVERED'])
})

test('a job can be cancelled until the goods are collected, and changed until they are under way', () => {
  expect(CODES.filter(isCancellable)).toEqual(['ACCEPTED', 'TO_PICKUP', 'AT_PICKUP', 'DRIVER_SWAP'])
  expect(CODES.filter(isUpdatable)).toEqual(['ACCEPTED', 'TO_PICKUP', 'AT_PICKUP', 'COLLECTED', 'DRIVER_SWAP'])
})
