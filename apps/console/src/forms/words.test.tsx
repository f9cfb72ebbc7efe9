/** The console's own words for every error and every wrong field, in both languages. */
import { i18n, type MessageDescriptor } from '@lingui/core'
import { WaybillError } from '@waybill/sdk'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { describeError } from '../ui/error-state.tsx'
import { errorWords } from '../ui/error-words.ts'
import { explainField, fieldPatterns, fieldWords } from './field-words.ts'

/** Words for programs. */
const TECHNICAL = /_|\^|\b(null|JSON|ISO|header|PATCH|POST|GET|Idempotency|endpoint has)\b/

beforeAll(async () => {
  for (const language of ['en', 'de']) i18n.load(language, (await import(`../i18n/locales/${language}.po`)).messages)
})
beforeEach(() => i18n.activate('en'))

const inBoth = (words: MessageDescriptor | string): string[] =>
  ['en', 'de'].map((language) => {
    i18n.activate(language)
    return typeof words === 'string' ? words : i18n._(words)
  })

test.each(Object.entries<MessageDescriptor>({ ...errorWords, ...fieldWords }))(
  '%s has a sentence in English and in German',
  (_, words) => {
    const [english = '', german = ''] = inBoth(words)
    for (const text of [english, german]) {
      expect(text).toMatch(/^\p{Lu}.{8,}\.$/u)
      expect(text).not.toMatch(TECHNICAL)
    }
    expect(german).not.toBe(english)
  },
)

test.each([
  ['is required', 'Fill this in.', 'Bitte ausfüllen.'],
  ['is required, or weight', 'Fill this in.', 'Bitte ausfüllen.'],
  ['must not be empty', 'Fill this in.', 'Bitte ausfüllen.'],
  ['must have at least 8 characters', 'Enter at least 8 characters.', 'Mindestens 8 Zeichen eingeben.'],
  ['must have at most 80 characters', 'Enter at most 80 characters.', 'Höchstens 80 Zeichen eingeben.'],
  ['must have at most 3 decimal places', 'Enter at most 3 decimal places.', 'Höchstens 3 Nachkommastellen eingeben.'],
  ['must be a whole number: JPY has no decimal places', 'Enter a whole number.', 'Eine ganze Zahl eingeben.'],
  ['must be at least 2', 'Enter 2 or more.', '2 oder mehr eingeben.'],
  ['must be greater than 0', 'Enter more than 0.', 'Mehr als 0 eingeben.'],
  ['must be at most 1000 kg, in its unit', 'Enter 1000 kg or less.', '1000 kg oder weniger eingeben.'],
  [
    'must be a number such as 1.25, or the same as text',
    'Enter a number, such as 1.25.',
    'Eine Zahl wie 1,25 eingeben.',
  ],
  ['must be a phone number such as +44 20 7946 0000', /^Enter a phone number/, /^Eine Telefonnummer/],
  ['must begin with 5 digits in US, such as 02138', /of US begin .* 02138\.$/, /von US beginnen .* 02138\.$/],
])('"%s" is said in both languages', (message, english, german) => {
  const said = inBoth(explainField({ code: 'invalid_format', message }, 'en'))
  expect(said).toEqual([english, german].map((text) => (typeof text === 'string' ? text : expect.stringMatching(text))))
})

test('every pattern has its own German', () => {
  for (const [, words] of fieldPatterns) {
    const [english, german] = inBoth(words('1', '2'))
    expect(german).not.toBe(english)
  }
})

test('a message for programs is not shown, one for people only to those who read English', () => {
  const format = { code: 'invalid_value', message: 'must match ^[A-Za-z0-9_-]{8,200}$' }
  expect(explainField(format, 'en')).toBe(fieldWords.invalid_value)
  const plain = { code: 'invalid_value', message: 'is not a street of this city' }
  expect(explainField(plain, 'en')).toBe('is not a street of this city')
  expect(explainField(plain, 'de')).toBe(fieldWords.invalid_value)
  expect(explainField({ code: 'of_a_later_version', message: 'has a_code' }, 'en')).toBe(fieldWords.invalid)
})

test('an error keeps what the API said for those who look into it; of an unknown code it is all there is', () => {
  const error = (code: string) => new WaybillError({ code, message: 'The quote qot_1 has expired.', status: 409 })
  expect(describeError(error('quote_expired'))).toMatchObject({
    message: 'The offers have expired. Get new offers.',
    said: 'The quote qot_1 has expired.',
  })
  expect(describeError(error('of_a_later_version'))).toMatchObject({
    message: 'The quote qot_1 has expired.',
    said: null,
  })
})
