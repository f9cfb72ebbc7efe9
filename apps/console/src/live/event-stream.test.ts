import type { WaybillEvent } from '@waybill/sdk'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { batchEvents } from './event-stream.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const event = (id: string) => ({ id }) as WaybillEvent

test('the first event is handed on at once, and those that follow once a second', () => {
  const batches: string[][] = []
  const { add } = batchEvents((events) => batches.push(events.map(({ id }) => id)))
  add(event('1'))
  vi.advanceTimersByTime(0)
  expect(batches).toEqual([['1']])

  add(event('2'))
  vi.advanceTimersByTime(400)
  add(event('3'))
  expect(batches).toEqual([['1']])
  vi.advanceTimersByTime(600)
  expect(batches).toEqual([['1'], ['2', '3']])
})

test('after a quiet time, an event is handed on at once again', () => {
  const batches: string[][] = []
  const { add } = batchEvents((events) => batches.push(events.map(({ id }) => id)))
  add(event('1'))
  vi.advanceTimersByTime(5_000)
  add(event('2'))
  vi.advanceTimersByTime(0)
  expect(batches).toEqual([['1'], ['2']])
})

test('another time than a second can be asked for', () => {
  const batches: string[][] = []
  const { add } = batchEvents((events) => batches.push(events.map(({ id }) => id)), 10_000)
  add(event('1'))
  vi.advanceTimersByTime(0)
  add(event('2'))
  vi.advanceTimersByTime(9_999)
  expect(batches).toEqual([['1']])
  vi.advanceTimersByTime(1)
  expect(batches).toEqual([['1'], ['2']])
})

test('nothing is handed on after the stop', () => {
  const batches: WaybillEvent[][] = []
  const { add, stop } = batchEvents((events) => batches.push(events))
  add(event('1'))
  stop()
  vi.advanceTimersByTime(5_000)
  expect(batches).toEqual([])
})
