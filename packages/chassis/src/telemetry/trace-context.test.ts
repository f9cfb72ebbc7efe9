import { context, propagation, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { isTracingSuppressed, suppressTracing, W3CTraceContextPropagator } from '@opentelemetry/core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findUninstrumentedTraceparent, traceIdsNow, traceparentNow, withTraceparent } from './trace-context.ts'

const [traceId, spanId] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331']
const recorded = `00-${traceId}-${spanId}-01`
const unrecorded = `00-${traceId}-${spanId}-00`

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
})
afterAll(() => {
  context.disable()
  propagation.disable()
})

test('continues a recorded trace as the active span', async () => {
  await withTraceparent(recorded, async () => {
    await Promise.resolve()
    expect(trace.getActiveSpan()?.spanContext()).toMatchObject({ traceId, spanId })
    expect(traceparentNow()).toBe(recorded)
    expect(findUninstrumentedTraceparent()).toBeNull()
  })
})

test('passes an unrecorded trace on without a span and without instrumentation', async () => {
  await withTraceparent(unrecorded, async () => {
    await Promise.resolve()
    expect(trace.getActiveSpan()).toBeUndefined()
    expect(isTracingSuppressed(context.active())).toBe(true)
    expect([traceparentNow(), findUninstrumentedTraceparent()]).toEqual([unrecorded, unrecorded])
    expect(traceIdsNow()).toEqual({ traceId, spanId })
  })
})

test('keeps a trace within its work and out of other traces', () => {
  withTraceparent(unrecorded, () => {
    withTraceparent(recorded, () => {
      expect(isTracingSuppressed(context.active())).toBe(false)
      expect(traceparentNow()).toBe(recorded)
    })
    withTraceparent(null, () => expect([traceparentNow(), traceIdsNow()]).toEqual([null, null]))
  })
  expect([traceparentNow(), traceIdsNow()]).toEqual([null, null])
})

test('drops fields that a later version of the header appends', () => {
  withTraceparent(`01-${traceId}-${spanId}-00-\t\u00e9`, () => expect(traceparentNow()).toBe(unrecorded))
})

test('prevents services called by untraced work from starting a trace', () => {
  expect(findUninstrumentedTraceparent()).toBeNull()
  context.with(suppressTracing(context.active()), () => {
    expect(findUninstrumentedTraceparent()).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/)
    expect([traceparentNow(), traceIdsNow()]).toEqual([null, null])
  })
})

test('ignores an invalid traceparent', () => {
  withTraceparent('00-abc-def-00', () => expect([traceparentNow(), traceIdsNow()]).toEqual([null, null]))
})
