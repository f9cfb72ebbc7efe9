import { expect, test } from 'vitest'
import { ERASED } from '../../erasure.ts'
import { folded, searchRanges, searchTerms } from './search-terms.ts'

const terms = (fields: Partial<Parameters<typeof searchTerms>[0]>) =>
  searchTerms({ reference: 'ORDER-7', names: [], postCode: null, ...fields })
const finds = (text: string, all: readonly string[]) =>
  searchRanges(text).some(({ from, before }) => all.some((term) => term >= from && term < before))

test('a text is folded to lower case without accents, with single blanks', () => {
  expect(folded('  Zoë \t MÜLLER ')).toBe('zoe muller')
  expect(folded('ＡＢＣ １２３')).toBe('abc 123')
})

test('a name has a term for the beginning of each word', () => {
  expect(terms({ names: ['Ada de Baker', null, undefined, ''] })).toEqual([
    'ada de baker',
    'baker',
    'de baker',
    'order-7',
  ])
})

test('a name with hyphens has a term for each part too, after those of its words', () => {
  const parts = ['anne-marie smith-jones', 'jones', 'marie smith-jones', 'order-7', 'smith-jones']
  expect(terms({ names: ['Anne-Marie Smith-Jones', 'Anne-Marie', 'Smith-Jones'] })).toEqual(parts)
  const all = terms({ names: ['Anne-Marie Smith-Jones'] })
  for (const text of ['anne', 'marie', 'Anne Marie', 'smith', 'jones', 'smith jones', 'Smith-Jones'])
    expect([text, finds(text, all)]).toEqual([text, true])
  expect(terms({ names: ['a-b c-d e-f g-h i-j k-l m-n'] })).toHaveLength(1 + 6)
})

test('terms that begin another one, that are too short or erased are left out', () => {
  expect(terms({ names: ['Ada Baker', 'Ada', 'Baker', 'Al', ERASED], postCode: 'E1' })).toEqual([
    'ada baker',
    'baker',
    'order-7',
  ])
})

test.each([
  ['order', true],
  ['ORDER-7', true],
  ['rder', false],
  ['BAK', true],
  ['ada  bak', true],
  ['sw1a', true],
  ['SW1A 1', true],
  ['sw1a1aa', true],
  ['1ZX9', true],
  ['1zx99', false],
  ['ÖRDER', true],
])('"%s" finds: %s', (text, isFound) => {
  const all = terms({ names: ['Ada Baker'], postCode: 'SW1A 1AA', trackingNumber: '1ZX9-7' })
  expect(finds(text, all)).toBe(isFound)
})

test.each([
  ["Mary O'Brien", ['obrien', "o'brien", 'o’brien', 'OBRI', "o'b", 'mary obrien'], ['brien mary', 'obrian']],
  ['Siobhán O’Brien', ['obrien', "o'brien", 'o’brien', 'siobhan'], ['brienn']],
  ['Mary OBrien', ['obrien', "o'brien", 'o’brien'], []],
  ["Maria Dell'Aquila", ['dellaquila', "dell'a"], []],
  ["Rosa's Bakery", ['rosas', 'rosas bak', "rosa's bakery"], ['rosabakery']],
] as const)('%s is found with and without its apostrophe', (name, found, notFound) => {
  const all = terms({ names: [name] })
  for (const text of found) expect([text, finds(text, all)]).toEqual([text, true])
  for (const text of notFound) expect([text, finds(text, all)]).toEqual([text, false])
})

test.each(['ab', ' a ', '´´´', '\u0301\u0301\u0301'])('"%s" is too short to search for', (text) => {
  expect(searchRanges(text)).toEqual([])
})

test('a text with a blank is searched with it, without it and with a hyphen, if that is long enough', () => {
  const prefixes = (text: string) => searchRanges(text).map(({ from }) => from)
  expect(prefixes('a bc').slice(0, 3)).toEqual(['a bc', 'abc', 'a-bc'])
  expect(prefixes('a b').slice(0, 2)).toEqual(['a b', 'a-b'])
})

test.each([
  ['SC482719305551-2', true],
  ['sc482719305551-12', true],
  ['SC482719305551-1', false],
  ['SC482719305551-123', false],
  ['SC48271930555-2', false],
])('the parcel code "%s" finds the job SC482719305551: %s', (code, isFound) => {
  expect(finds(code, terms({ trackingNumber: 'SC482719305551' }))).toBe(isFound)
})

test('a parcel code finds no longer reference, and a reference with a number no shorter one', () => {
  expect(finds('SC482719305551-2', terms({ trackingNumber: 'SC4827193055519' }))).toBe(false)
  expect(finds('ORDER-12', terms({ reference: 'ORDER' }))).toBe(false)
  expect(finds('ORDER-2026-0012-2', terms({ reference: 'ORDER-2026-0012' }))).toBe(false)
})

test('letters that have no accent to take away are found by the plain ones, and as they are written', () => {
  const terms = searchTerms({ reference: 'A-1', names: ['Łukasz Żak', 'Søren Weiß'], postCode: null })
  expect(terms).toEqual(expect.arrayContaining(['lukasz zak', 'soren weiss']))
  const finds = (text: string, term: string) =>
    searchRanges(text).some(({ from, before }) => term >= from && term < before)
  for (const text of ['lukasz', 'Łukasz', 'LUKASZ Z']) expect(finds(text, 'lukasz zak')).toBe(true)
  // As an earlier version has stored it.
  expect(finds('Łukasz', 'łukasz zak')).toBe(true)
})

test.each([
  ['李', true],
  ['山田', true],
  ['山', true],
  ['明', false],
  ['river', true],
  ['7 Ri', true],
  ['osterh', true],
  ['grace@ex', true],
  ['+44 20 7946 0018', true],
  ['+44 (0)20 7946 0018', true],
  ['020 7946 0018', true],
  ['7946-0018', true],
  ['60018', true],
  ['20 7946', false],
  ['018', false],
])('"%s" finds a recipient by name, street, city, e-mail or phone: %s', (text, isFound) => {
  const all = terms({
    names: ['李小明', '山田 太郎'],
    street: '7 River Road',
    city: 'Østerhout',
    email: 'Grace@Example.com',
    phone: '+44 20 7946 0018',
  })
  expect(finds(text, all)).toBe(isFound)
})

test('a text that is no phone number makes no term of one', () => {
  expect(terms({ phone: 'none' })).toEqual(['order-7'])
  expect(terms({ phone: '112' })).toEqual(['order-7'])
  expect(searchRanges('')).toEqual([])
})
