import { expect, test } from 'vitest'
import { assertAcceptable, wantsProblem } from './accept.ts'

const accepting = (accept?: string) => ({ headers: { accept } })

test('JSON is acceptable unless the Accept header excludes it', () => {
  for (const accept of [
    undefined,
    '*/*',
    'application/*',
    'application/json',
    'text/html, */*;q=0.1',
    'application/problem+json',
  ]) {
    expect(() => assertAcceptable(accepting(accept), 'application/json'), String(accept)).not.toThrow()
  }
  for (const accept of ['text/html', 'application/xml', 'application/json;q=0, text/html', '*/*;q=0']) {
    expect(() => assertAcceptable(accepting(accept), 'application/json'), accept).toThrow('excludes')
  }
})

test('a label is acceptable only as its own media type', () => {
  expect(() => assertAcceptable(accepting('application/pdf'), 'application/pdf')).not.toThrow()
  expect(() => assertAcceptable(accepting('application/json'), 'application/pdf')).toThrow('application/pdf')
})

test('every media type of a label is acceptable', () => {
  const forms = ['application/zpl', 'image/png']
  for (const accept of ['image/png', 'application/zpl', 'application/pdf', 'image/*']) {
    expect(() => assertAcceptable(accepting(accept), 'application/pdf', forms), accept).not.toThrow()
  }
  expect(() => assertAcceptable(accepting('image/gif'), 'application/pdf', forms)).toThrow('image/png')
})

test('problem details are sent only if the Accept header names them', () => {
  expect(wantsProblem(accepting('application/problem+json'))).toBe(true)
  expect(wantsProblem(accepting('application/json, application/problem+json'))).toBe(true)
  expect(wantsProblem(accepting('application/problem+json;q=0'))).toBe(false)
  expect(wantsProblem(accepting('*/*'))).toBe(false)
  expect(wantsProblem(accepting(undefined))).toBe(false)
})
