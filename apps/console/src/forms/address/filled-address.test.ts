import { expect, test } from 'vitest'
import { type AddressValues, emptyAddress } from './address-values.ts'
import { type Filling, fillFromText, isReplacement } from './filled-address.ts'

const GRACE = 'Grace Miller\n7 River Road\nLondon\nN1 9GU\nUnited Kingdom\n+44 20 7946 0018'
const JANE = 'Jane Doe\nHeidestraße 17\n51147 Köln'

/** Pastes over the whole text. */
const paste = (text: string, now: AddressValues, last: Filling | null = null) => {
  const filled = fillFromText(text, { now, last, isReplaced: true })
  if (filled === null) throw new Error('Nothing was read.')
  return filled
}

test('a second address replaces every field of the first, corrected ones, too', () => {
  const first = paste(GRACE, emptyAddress('DE'))
  const corrected = { ...first.values, company: 'Miller Ltd', city: 'Londen' }
  const second = paste(JANE, corrected, first.filling)
  expect(second.values).toEqual({
    ...emptyAddress('DE'),
    name: 'Jane Doe',
    address_line_1: 'Heidestraße 17',
    post_code: '51147',
    city: 'Köln',
  })
})

test('leaving the box after a correction by hand changes nothing', () => {
  const { values, filling } = paste(GRACE, emptyAddress('GB'))
  const now = { ...values, address_line_1: '9 River Road' }
  expect(fillFromText(GRACE, { now, last: filling, isReplaced: false })).toBeNull()
})

test('a line added to the text fills in its field and leaves what was corrected by hand', () => {
  const { values, filling } = paste(GRACE, emptyAddress('GB'))
  const now = { ...values, address_line_1: '9 River Road' }
  const edited = fillFromText(`${GRACE}\ngrace@example.com`, { now, last: filling, isReplaced: false })
  expect(edited?.values).toEqual({ ...now, email: 'grace@example.com' })
})

test('a text that was typed leaves fields that were filled in by hand', () => {
  const now = { ...emptyAddress('GB'), name: 'G. Miller' }
  expect(fillFromText(GRACE, { now, last: null, isReplaced: false })?.values).toMatchObject({
    name: 'G. Miller',
    address_line_1: '7 River Road',
  })
})

test('nothing of the first address is left beside a second text that shows none', () => {
  const first = paste(GRACE, emptyAddress('GB'))
  expect(paste('Bob', first.values, first.filling)).toMatchObject({ isRead: false, values: emptyAddress('GB') })
  const typed = { ...emptyAddress('GB'), name: 'Grace' }
  expect(paste('Bob', typed)).toMatchObject({ isRead: false, values: typed })
})

test('the country of another address is that which the text names, and is empty if no country has that name', () => {
  const german = paste(`${JANE}\nDeutschland`, emptyAddress('GB'))
  expect(german.values.country).toBe('DE')
  expect(paste('João Silva\nRua Augusta 12\nSão Paulo\nBrazil', german.values, german.filling).values.country).toBe(
    'BR',
  )
  expect(paste(GRACE.replace('United Kingdom', ''), german.values, german.filling).values.country).toBe('GB')
  for (const assumed of ['DE', 'GB']) {
    const unknown = paste('Jo Doe\nMain Street 1\n12345 Nowhere\nAtlantis', emptyAddress(assumed))
    expect(unknown).toMatchObject({ unknownCountry: 'Atlantis', values: { country: '', city: 'Nowhere' } })
  }
})

test('typing over the whole text replaces it, and typing at its end does not', () => {
  expect(isReplacement(GRACE, 'J')).toBe(true)
  expect(isReplacement(GRACE, JANE)).toBe(true)
  expect(isReplacement(GRACE, `${GRACE}\n`)).toBe(false)
  expect(isReplacement(GRACE, GRACE.slice(1))).toBe(false)
})
