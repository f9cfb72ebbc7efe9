import { expect, test } from 'vitest'
import { createSignedUrls } from './signed-urls.ts'

const urls = createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'k' })
const ref = { environmentId: 'env_1', bookingId: 'bkg_1' }
const at = (text: string) => new Date(`2026-11-21T${text}Z`)

const signedOf = (url: string) => {
  const { searchParams } = new URL(url)
  return { expiresUnixSeconds: Number(searchParams.get('expires')), signature: String(searchParams.get('signature')) }
}

test('the URL is valid for seven days, rounded up to the hour', () => {
  const signed = signedOf(urls.signLabel(ref, at('12:10:00')))
  expect(new Date(signed.expiresUnixSeconds * 1_000).toISOString()).toBe('2026-11-28T13:00:00.000Z')
  expect(urls.isValidLabel(ref, signed, new Date('2026-11-28T12:59:59Z'))).toBe(true)
  expect(urls.isValidLabel(ref, signed, new Date('2026-11-28T13:00:00Z'))).toBe(false)
})

test('the URL names no form: the carrier decides which one is usual', () => {
  const { searchParams } = new URL(urls.signLabel(ref, at('12:10:00')))
  expect([...searchParams.keys()]).toEqual(['environment', 'expires', 'signature'])
})

test('answers of the same hour have the same URL', () => {
  expect(urls.signLabel(ref, at('12:10:00'))).toBe(urls.signLabel(ref, at('12:50:00')))
  expect(urls.signLabel(ref, at('12:10:00'))).not.toBe(urls.signLabel(ref, at('13:10:00')))
})

test('a signature is valid for one label of one environment and one key', () => {
  const signed = signedOf(urls.signLabel(ref, at('12:00:00')))
  const now = at('12:00:00')
  expect(urls.isValidLabel(ref, signed, now)).toBe(true)
  expect(urls.isValidLabel({ ...ref, environmentId: 'env_2' }, signed, now)).toBe(false)
  expect(urls.isValidLabel({ ...ref, bookingId: 'bkg_2' }, signed, now)).toBe(false)
  expect(urls.isValidLabel(ref, { ...signed, expiresUnixSeconds: signed.expiresUnixSeconds + 3_600 }, now)).toBe(false)
  expect(urls.isValidLabel(ref, { ...signed, signature: '' }, now)).toBe(false)
  const other = createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'other' })
  expect(other.isValidLabel(ref, signed, now)).toBe(false)
  const renewed = createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'other,k' })
  expect(renewed.isValidLabel(ref, signed, now)).toBe(true)
  expect(other.isValidLabel(ref, signedOf(renewed.signLabel(ref, now)), now)).toBe(true)
})

test('the URL of a photo is valid for that photo only, and states its expiry', () => {
  const { url, expiresAt } = urls.signMedia({ ...ref, name: 'photo-1' }, at('12:10:00'))
  expect(url).toMatch(
    /^https:\/\/api\.example\.com\/api\/v1\/bookings\/bkg_1\/proof\/photo-1\?environment=env_1&expires=/,
  )
  expect(expiresAt.toISOString()).toBe('2026-11-28T13:00:00.000Z')
  const signed = signedOf(url)
  expect(urls.isValidMedia({ ...ref, name: 'photo-1' }, signed, at('12:10:00'))).toBe(true)
  expect(urls.isValidMedia({ ...ref, name: 'photo-2' }, signed, at('12:10:00'))).toBe(false)
  expect(urls.isValidMedia({ ...ref, name: 'photo-1' }, signed, expiresAt)).toBe(false)
  expect(urls.isValidLabel(ref, signed, at('12:10:00'))).toBe(false)
})
