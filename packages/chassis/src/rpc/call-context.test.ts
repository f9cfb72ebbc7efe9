import { expect, test } from 'vitest'
import {
  type CallContext,
  contextFromMessage,
  contextMessage,
  findInheritedBounds,
  systemContext,
} from './call-context.ts'

const bounds = { deadlineAt: new Date(1_800_000_000_000), signal: new AbortController().signal }
const full: CallContext = {
  environmentId: 'env_1',
  merchantId: 'mer_1',
  livemode: true,
  scopes: ['shipments:read'],
  requestId: 'req_1',
  opId: 'op_1',
  idempotencyKey: 'order-7',
  route: 'POST /api/v1/shipments',
  bodyHash: 'abc',
  traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
  ifMatch: '3',
  ...bounds,
}

test('decodes an encoded context to an equal context', () => {
  expect(contextFromMessage(contextMessage(full), bounds)).toEqual(full)
  const bare = { ...full, idempotencyKey: null, traceparent: null, ifMatch: null }
  expect(contextFromMessage(contextMessage(bare), bounds)).toEqual(bare)
})

test('keeps the deadline and signal of the context that a message was made from', () => {
  expect(findInheritedBounds(contextMessage(full))?.deadlineAt).toEqual(bounds.deadlineAt)
  expect(findInheritedBounds({})).toBeUndefined()
  expect(findInheritedBounds(null)).toBeUndefined()
})

test('gives background work an operation id, a deadline and no rights', () => {
  const context = systemContext({ environmentId: 'env_1', merchantId: 'mer_1', livemode: false, timeoutMs: 5_000 })
  expect(context.opId).toMatch(/^op_/)
  expect(context.requestId).toMatch(/^req_/)
  expect(context.scopes).toEqual([])
  expect(context.deadlineAt.getTime()).toBeGreaterThan(Date.now() + 4_000)
  expect(systemContext({ ...context, timeoutMs: 1, opId: 'op_7' }).opId).toBe('op_7')
})
