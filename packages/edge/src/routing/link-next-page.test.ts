import { listEnvelope } from '@waybill/contracts/envelope'
import { expect, test } from 'vitest'
import { linkNextPage } from './link-next-page.ts'

const URL = 'https://api.example.com/api/v1/shipments?limit=2&status=ready'
const page = (data: unknown[], next_cursor: string | null) =>
  Buffer.from(JSON.stringify(listEnvelope(data, { has_more: next_cursor !== null, next_cursor, limit: 2 })))

test('the link repeats the query with the next cursor, escaped', () => {
  expect(linkNextPage(page([], 'a+b/c='), URL)).toEqual({
    link: '<https://api.example.com/api/v1/shipments?limit=2&status=ready&cursor=a%2Bb%2Fc%3D>; rel="next"',
  })
})

test('the cursor of this page is replaced', () => {
  expect(linkNextPage(page([], 'next'), `${URL}&cursor=this`).link).toContain('status=ready&cursor=next>')
})

test('the last page has no link', () => {
  expect(linkNextPage(page([{ a: 1 }], null), URL)).toEqual({})
})

test.each([
  ['a member', { meta: { next_cursor: 'wrong' } }],
  ['a string', { note: '"meta":{"next_cursor":"wrong"}}' }],
  ['a string with backslashes', { note: '\\"meta":{' }],
  ['multi-byte text', { note: '“meta”: 東京 🚲' }],
])('data with %s named meta does not confuse it', (_what, entry) => {
  expect(linkNextPage(page([entry], 'right'), URL).link).toContain('cursor=right>')
  expect(linkNextPage(page([entry], null), URL)).toEqual({})
})

test('a body of text works as one of bytes', () => {
  expect(linkNextPage(page([], 'next').toString(), URL)).toEqual(linkNextPage(page([], 'next'), URL))
})

test('a body without meta has no link', () => {
  expect(linkNextPage('{"success":true,"data":{}}', URL)).toEqual({})
})
