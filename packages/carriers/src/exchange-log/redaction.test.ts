import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_TEXT_LENGTH, redactBodies, redactContacts } from './redaction.ts'

const request = {
  dropoff: {
    name: 'Grace Miller',
    addressLine1: '7 River Road',
    'post-code': 'N1 9GU',
    country: 'GB',
    geo: { lat: 51.53, lng: -0.09 },
  },
  parcels: [{ title: 'Insulin', weight_grams: 1_250 }],
  service: 'van_same_day',
  api_key: 'k-123456',
}

test('names, addresses, positions and secrets are removed; codes, weights and countries stay', () => {
  const [text] = redactBodies(JSON.stringify(request), null)
  for (const gone of ['Grace', 'River', 'N1 9GU', '51.53', 'Insulin', 'k-123456']) expect(text).not.toContain(gone)
  for (const kept of ['"country":"GB"', '1250', 'van_same_day']) expect(text).toContain(kept)
})

test('a delivery report names neither the signer nor the recipient', () => {
  const report = {
    status: 'delivered',
    signed_by: 'G MILLER',
    receivedBy: 'Mr Smith',
    description: 'Left with Mr Smith',
    service_description: 'Same day by van',
  }
  expect(JSON.parse(redactBodies(JSON.stringify(report), null)[0] ?? '')).toEqual({
    status: 'delivered',
    signed_by: '[redacted]',
    receivedBy: '[redacted]',
    description: '[redacted]',
    service_description: 'Same day by van',
  })
})

test('a description that is a code does not remove the code from other fields', () => {
  const report = { description: 'delivered', status: 'delivered', status_detail: 'delivered_to_door' }
  const [text] = redactBodies(JSON.stringify(report), null)
  expect(JSON.parse(text ?? '')).toEqual({ ...report, description: '[redacted]' })
})

test.each([
  ...['line1', 'line_1', 'line2', 'addressLine2', 'house', 'houseNumber', 'house_number_addition', 'building'],
  ...['flat', 'flat_no', 'floor', 'apartment', 'apartment-number', 'description', 'goods_description'],
  ...['label_url', 'label_pdf_url', 'label_file', 'public_url'],
  ...['img_href', 'tracking_url', 'pin_code', 'dropoff_identifier', 'vehicle_license_plate', 'access_token'],
  ...['dasher_name', 'dasher_pickup_phone_number', 'dropoff_contact_given_name', 'return_address', 'pin_code_value'],
  ...['dropoff_verification_image_url', 'dropoff_signature_image_url'],
])('the field "%s" is private', (field) => {
  expect(redactBodies(JSON.stringify({ [field]: '7 Rear' }), null)[0]).toBe(JSON.stringify({ [field]: '[redacted]' }))
})

test.each([
  ...['warehouse', 'warehouse_code', 'flat_rate', 'deadline_1', 'timeline2', 'house_awb', 'line_items', 'status_code'],
  ...['service', 'service_name', 'error_description'],
])('the field "%s" is not', (field) => {
  const body = JSON.stringify({ [field]: 'X7 code' })
  expect(redactBodies(body, null)[0]).toBe(body)
})

test('the value of a PIN is private, also in an object', () => {
  const body = { pincode: { enabled: true, value: '4711' }, pin_code: { entered: '4711' }, shipping: { value: '4711' } }
  const [text] = redactBodies(JSON.stringify(body), null)
  expect(JSON.parse(text ?? '')).toEqual({
    pincode: { enabled: true, value: '[redacted]' },
    pin_code: { entered: '[redacted]' },
    shipping: { value: '[redacted]' },
  })
})

test('private values of the request are removed from the whole answer', () => {
  const answer = { error: { code: 'bad_address', message: 'cannot find 7 River Road for Grace Miller' } }
  const [, text] = redactBodies(JSON.stringify(request), Buffer.from(JSON.stringify(answer)))
  expect(JSON.parse(text ?? '')).toEqual({
    error: { code: 'bad_address', message: 'cannot find [redacted] for [redacted]' },
  })
})

test('e-mail addresses and phone numbers are removed from any text', () => {
  const [text] = redactBodies(JSON.stringify({ message: 'ask grace@example.com or +44 20 7946 0000' }), null)
  expect(text).toBe('{"message":"ask [redacted] or [redacted]"}')
})

test('secrets in the query of a URL are removed, the URL stays', () => {
  const webhook = { url: 'https://api.example.com/callbacks/cac_1?vendor=9&token=s3cr-t', event: 'track_updated' }
  const [text] = redactBodies(JSON.stringify(webhook), null)
  expect(JSON.parse(text ?? '').url).toBe('https://api.example.com/callbacks/cac_1?vendor=9&token=[redacted]')
})

test('every field of a phone is removed, and the id of an OAuth client', () => {
  const body = { Phone: { Number: '4045550123', Extension: '1' }, client_id: 'client-1', NumOfPieces: '2' }
  const [text] = redactBodies(JSON.stringify(body), null)
  expect(JSON.parse(text ?? '')).toEqual({
    Phone: { Number: '[redacted]', Extension: '[redacted]' },
    client_id: '[redacted]',
    NumOfPieces: '2',
  })
})

test('the secret in a header of a webhook is removed, other headers stay', () => {
  const headers = [
    { key: 'x-waybill-secret', value: 's3cr-t' },
    { key: 'x-colour', value: 'red' },
  ]
  const [text, answer] = redactBodies(JSON.stringify({ headers }), JSON.stringify({ echo: 's3cr-t' }))
  expect(JSON.parse(text ?? '').headers.map(({ value }: { value: string }) => value)).toEqual(['[redacted]', 'red'])
  expect(answer).toBe('{"echo":"[redacted]"}')
})

test('only the length is kept of HTML, broken JSON and long texts', () => {
  expect(redactBodies(null, Buffer.from('<html>Grace</html>'))[1]).toBe('[18 bytes]')
  expect(redactBodies('{"name": "Gra', null)[0]).toBe('[13 bytes]')
  expect(redactBodies(JSON.stringify({ document: 'x'.repeat(5_000) }), null)[0]).toBe(
    '{"document":"[5000 characters]"}',
  )
})

test('any body is redacted without an exception and within the length limit', () => {
  fc.assert(
    fc.property(fc.json(), fc.json(), (sent, received) => {
      for (const text of redactBodies(sent, received)) expect(text?.length).toBeLessThanOrEqual(MAX_TEXT_LENGTH)
    }),
    { numRuns: 300 },
  )
})

test('a long message of a carrier is searched for addresses in a time in proportion to its length', () => {
  const long = `${'x'.repeat(200_000)} @ ${'a@'.repeat(50_000)} ada@example.com, <bo@example.org>`
  const begunAt = performance.now()
  expect(redactContacts(long).slice(-25)).toBe(' [redacted], <[redacted]>')
  expect(performance.now() - begunAt).toBeLessThan(2_000)
})
