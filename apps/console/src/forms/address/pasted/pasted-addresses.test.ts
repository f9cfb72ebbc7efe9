import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parsePastedAddress } from '../pasted-address.ts'

const FIELDS = [
  'name',
  'company',
  'address_line_1',
  'address_line_2',
  'post_code',
  'city',
  'province',
  'country',
  'phone',
  'email',
] as const
type Field = (typeof FIELDS)[number]

interface Sample {
  pickup: string
  text: string
  expected: Partial<Record<Field, string>>
}

function readSamples(): Sample[] {
  const table = readFileSync(join(import.meta.dirname, 'pasted-addresses.txt'), 'utf8')
  return [...table.matchAll(/^([A-Z]{2})> (.*)\n= (.*)$/gm)].map(([, pickup = '', text = '', fields = '']) => ({
    pickup,
    text: text.replaceAll('⏎', '\n'),
    expected: Object.fromEntries(fields.split('|').flatMap((value, at) => (value ? [[FIELDS[at], value]] : []))),
  }))
}

const samples = readSamples()

function compare({ pickup, text, expected }: Sample) {
  const found: Partial<Record<Field, string>> = { country: pickup, ...parsePastedAddress(text, pickup) }
  return FIELDS.flatMap((field) => {
    const [is, should] = [found[field] || undefined, expected[field]]
    if (is === undefined && should === undefined) return []
    const result = is === should ? 'right' : is === undefined ? 'empty' : 'wrong'
    return [{ result, miss: `${text.replaceAll('\n', '⏎')}\n  ${field}: ${is} instead of ${should}` }]
  })
}

test('reads 95 % of the fields of 680 addresses in 85 countries, and leaves the rest empty rather than wrong', () => {
  expect(samples.length).toBeGreaterThanOrEqual(680)
  expect(new Set(samples.map(({ expected }) => expected.country)).size).toBeGreaterThanOrEqual(85)
  const results = samples.flatMap(compare)
  const missed = results.filter(({ result }) => result !== 'right').map(({ miss }) => miss)
  const wrong = results.filter(({ result }) => result === 'wrong').map(({ miss }) => miss)
  if (missed.length > 0) console.info(missed.join('\n'))
  expect(missed.length / results.length).toBeLessThanOrEqual(0.05)
  expect(wrong).toEqual([])
})

const STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN ' +
  'TX UT VT VA WA WV WI WY DC D.C. PR VI GU AS MP MH FM PW AA AE AP'

test.each(['\n', ', '])('a town is apart from its state without a comma, in lines that end in %j', (end) => {
  const read = STATES.split(' ').flatMap((state) =>
    ['US', 'GB', 'DE'].map((pickup) => {
      const lines = ['Jane Roe', '1600 Main St', `Springfield ${state} 20001-1234`, 'USA']
      const { name, city, province, country } = parsePastedAddress(lines.join(end), pickup)
      return [name, city, province === state, country].join(' ')
    }),
  )
  expect([...new Set(read)]).toEqual(['Jane Roe Springfield true US'])
})

test('a text of 100 kB takes no longer than one that is read whole', () => {
  const texts = ['1 a, ', '12345 ', 'a@', '+1 (', '東京都', 'Name: ', '((((', '\n\t,', 'A1 1AA ', "d'"]
  const read = (size: number): number => {
    const start = performance.now()
    for (const text of texts) parsePastedAddress(text.repeat(size / text.length), 'US')
    return performance.now() - start
  }
  read(1_000)
  expect(read(100_000)).toBeLessThan(1_000)
})
