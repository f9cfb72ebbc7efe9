import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog, type Logger, REDACTED_FIELDS } from './log.ts'

beforeAll(() => void context.setGlobalContextManager(new AsyncLocalStorageContextManager()))
afterAll(() => context.disable())

/** The line that a logger call writes, as text and as parsed fields. */
function toLine(write: (log: Logger) => void): { text: string; fields: Record<string, unknown> } {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  write(createLog({ service: 'booking', level: 'info', destination }))
  const text = lines.join('')
  return { text, fields: JSON.parse(text) }
}

const camelCase = (field: string) => field.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
const headerCase = (field: string) =>
  field.replaceAll(/(^|_)(\w)/g, (_, dash, letter) => (dash && '-') + letter.toUpperCase())

test('redacts personal data and secrets, in any spelling and at any depth', () => {
  for (const field of REDACTED_FIELDS) {
    for (const spelling of [field, camelCase(field), headerCase(field), field.toUpperCase()]) {
      const leaf = { [spelling]: 'Ada-7731' }
      const list = { [spelling]: ['Ada-7731', { deeper: 'Ada-7731' }] }
      const fields = {
        ...leaf,
        list,
        a: leaf,
        b: [leaf],
        c: { d: leaf },
        e: { f: { g: leaf } },
        h: { i: [{ j: leaf }] },
      }
      const { text } = toLine((log) => log.info(fields, 'shipment.created'))
      expect(text, spelling).not.toContain('Ada-7731')
      expect(text, spelling).toContain('[redacted]')
      expect(toLine((log) => log.child(leaf).info('shipment.created')).text).not.toContain('Ada-7731')
    }
  }
})

test('omits values nested beyond the depth limit', () => {
  const { text } = toLine((log) => log.info({ a: { b: { c: { d: { e: { phone: 'Ada-7731' } } } } } }, 'x.happened'))
  expect(text).not.toContain('Ada-7731')
  expect(text).toContain('[too deep]')
})

test('redacts coordinates, which are numbers, and bodies, which are bytes', () => {
  const { text } = toLine((log) => log.info({ latitude: 52.123, answer: Buffer.from('Ada Lovelace') }, 'x.happened'))
  expect(text).not.toContain('52.123')
  expect(text).not.toContain('65,100')
  expect(text).toContain('[12 bytes]')
})

test('prints class, message, code and causes of an error, but not the row values a driver attaches', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "one"'), {
    code: '23505',
    constraint: 'one',
    detail: 'Key (email)=(Ada-7731) already exists.',
  })
  const { text, fields } = toLine((log) => log.error({ err: new TypeError('not stored', { cause }) }, 'x.failed'))
  expect(text).not.toContain('Ada-7731')
  expect(fields.err).toMatchObject({
    type: 'TypeError',
    message: 'not stored',
    cause: { code: '23505', constraint: 'one' },
  })
})

test('leaves ids, durations, dates and absent values unchanged', () => {
  const { fields } = toLine((log) =>
    log.info({ bookingId: 'bkg_1', durationMs: 12, at: new Date(0), phone: null, codes: ['a'] }, 'booking.confirmed'),
  )
  expect(fields).toMatchObject({
    level: 'info',
    service: 'booking',
    bookingId: 'bkg_1',
    durationMs: 12,
    at: '1970-01-01T00:00:00.000Z',
    phone: null,
    codes: ['a'],
    msg: 'booking.confirmed',
  })
  expect(fields.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/)
})

test('adds the ids of the active span', () => {
  const span = trace.wrapSpanContext({ traceId: 'a'.repeat(32), spanId: 'b'.repeat(16), traceFlags: 0 })
  const active = trace.setSpan(context.active(), span)
  const { fields } = context.with(active, () => toLine((log) => log.info('x.happened')))
  expect(fields).toMatchObject({ trace_id: 'a'.repeat(32), span_id: 'b'.repeat(16) })
  expect(toLine((log) => log.info('x.happened')).fields).not.toHaveProperty('trace_id')
})
