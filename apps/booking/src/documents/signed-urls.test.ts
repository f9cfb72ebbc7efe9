import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSignedUrls } from './signed-urls.ts'

const urls = createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'k' })
const ref = { environmentId: 'env_1', bookingId: 'bkg_1', linksVersion: 0 }
const at = (text: string) => new Date(`2026-11-21T${text}Z`)

const getSigned = (url: string) => {
  const { searchParams } = new URL(url)
  return { expiresUnixSeconds: Number(searchParams.get('expires')), signature: String(searchParams.get('signature')) }
}

test('the URL is valid for seven days, rounded up to the hour', () => {
  const signed = getSigned(urls.signLabel(ref, at('12:10:00')))
  expect(new Date(signed.expiresUnixSeconds * 1_000).toISOString()).toBe('2026-11-28T13:00:00.000Z')
  expect(urls.verifyLabel(ref, signed, new Date('2026-11-28T12:59:59Z'))).toBe(0)
  expect(urls.verifyLabel(ref, signed, new Date('2026-11-28T13:00:00Z'))).toBeNull()
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
  const signed = getSigned(urls.signLabel(ref, at('12:00:00')))
  const now = at('12:00:00')
  expect(urls.verifyLabel(ref, signed, now)).toBe(0)
  expect(urls.verifyLabel({ ...ref, environmentId: 'env_2' }, signed, now)).toBeNull()
  expect(urls.verifyLabel({ ...ref, bookingId: 'bkg_2' }, signed, now)).toBeNull()
  expect(urls.verifyLabel(ref, { ...signed, expiresUnixSeconds: signed.expiresUnixSeconds + 3_600 }, now)).toBeNull()
  expect(urls.verifyLabel(ref, { ...signed, signature: '' }, now)).toBeNull()
  const other = createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'other' })
  expect(other.verifyLabel(ref, signed, now)).toBeNull()
  const renewed = createSignedUrls({ publicUrl: 'https://api.example.com', signingKey: 'other,k' })
  expect(renewed.verifyLabel(ref, signed, now)).toBe(0)
  expect(other.verifyLabel(ref, getSigned(renewed.signLabel(ref, now)), now)).toBe(0)
})

test('the URL of a photo is valid for that photo only, and states its expiry', () => {
  const { url, expiresAt } = urls.signMedia({ ...ref, name: 'photo-1' }, at('12:10:00'))
  expect(url).toMatch(
    /^https:\/\/api\.example\.com\/api\/v1\/bookings\/bkg_1\/proof\/photo-1\?environment=env_1&expires=/,
  )
  expect(expiresAt.toISOString()).toBe('2026-11-28T13:00:00.000Z')
  const signed = getSigned(url)
  expect(urls.verifyMedia({ ...ref, name: 'photo-1' }, signed, at('12:10:00'))).toBe(0)
  expect(urls.verifyMedia({ ...ref, name: 'photo-2' }, signed, at('12:10:00'))).toBeNull()
  expect(urls.verifyMedia({ ...ref, name: 'photo-1' }, signed, expiresAt)).toBeNull()
  expect(urls.verifyLabel(ref, signed, at('12:10:00'))).toBeNull()
})

test('a signature states its version, which cannot be changed', () => {
  const now = at('12:00:00')
  const label = getSigned(urls.signLabel({ ...ref, linksVersion: 12 }, now))
  expect(label.signature).toMatch(/^12-[0-9a-f]{64}$/)
  expect(urls.verifyLabel(ref, label, now)).toBe(12)
  const photo = getSigned(urls.signMedia({ ...ref, linksVersion: 1, name: 'photo-1' }, now).url)
  expect(urls.verifyMedia({ ...ref, name: 'photo-1' }, photo, now)).toBe(1)
  for (const version of ['', '1-', '13-', '012-', '-12-', '12-12-']) {
    const forged = { ...label, signature: label.signature.replace('12-', version) }
    expect(urls.verifyLabel(ref, forged, now), version).toBeNull()
  }
})

test('a signature of before there were versions is valid at version 0', () => {
  const signature = createHmac('sha256', 'k').update('["label","env_1","bkg_1","pdf",1796270400]').digest('hex')
  const signed = { expiresUnixSeconds: 1_796_270_400, signature }
  expect(urls.verifyLabel(ref, signed, at('12:00:00'))).toBe(0)
})
