import { expect, test } from 'vitest'
import { CODES, findPath, isCancellable, isOver, isUpdatable, nextCode } from './journey.ts'

test('every state leads to an end, and a job without incidents ends delivered', () => {
  for (const code of CODES) {
    let last = code
    for (let next = nextCode(last); next; next = nextCode(next)) last = next
    expect(isOver(last)).toBe(true)
  }
  expect(findPath('ACCEPTED', 'DELIVERED')).toEqual([
    'TO_PICKUP',
    'AT_PICKUP',
    'COLLECTED',
    'TO_DROPOFF',
    'AT_DROPOFF',
    'DELIVERED',
  ])
})

test('a courier does not go back in time', () => {
  expect(findPath('TO_DROPOFF', 'ACCEPTED')).toBeNull()
  expect(findPath('COLLECTED', 'DRIVER_SWAP')).toBeNull()
  expect(findPath('CANCELLED', 'DELIVERED')).toBeNull()
  expect(findPath('DELIVERED', 'AT_DROPOFF')).toBeNull()
})

test('goods are returned only after they were collected', () => {
  expect(findPath('AT_PICKUP', 'RETURNED')).toEqual(['COLLECTED', 'RETURNING', 'RETURNED'])
  expect(findPath('AT_DROPOFF', 'RETURNED')).toEqual(['RETURNING', 'RETURNED'])
})

test('a job that is over goes nowhere, except that a lost parcel is found, and a delivered one returned', () => {
  const corrections = CODES.filter(isOver).flatMap((from) =>
    CODES.filter((target) => target !== from && findPath(from, target) !== null).map((target) => `${from} ${target}`),
  )
  expect(corrections).toEqual(['DELIVERED RETURNED', 'FAILED DELIVERED', 'FAILED RETURNED'])
  expect(findPath('FAILED', 'RETURNED')).toEqual(['RETURNED'])
})

test('a job can be cancelled until the goods are collected, and changed until they are under way', () => {
  expect(CODES.filter(isCancellable)).toEqual(['ACCEPTED', 'TO_PICKUP', 'AT_PICKUP', 'DRIVER_SWAP'])
  expect(CODES.filter(isUpdatable)).toEqual(['ACCEPTED', 'TO_PICKUP', 'AT_PICKUP', 'COLLECTED', 'DRIVER_SWAP'])
})
