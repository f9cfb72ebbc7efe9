import { expect, test } from 'vitest'
import { createSimulatedAdapter } from '../adapters/simulated/adapter.ts'
import { simulatedDescriptors } from '../adapters/simulated/descriptor.ts'
import { toFact } from '../adapters/simulated/mapping/facts.ts'
import { wireFact } from '../adapters/simulated/wire.ts'
import type { CarrierAdapter, CarrierJob } from '../carrier-adapter.ts'
import type { LabelFormat } from '../carrier-descriptor.ts'
import type { CarrierMedia } from '../tracking-fact.ts'
import { detectContentType, readableDocuments } from './readable-documents.ts'

const toBytes = (text: string) => Buffer.from(text, 'latin1')
const PNG = toBytes('\x89PNG\r\n\x1a\n…')
const PDF = toBytes('%PDF-1.7 …')
const JPEG = toBytes('\xff\xd8\xff\xe0 …')
const JUNK = toBytes('{"id": "job_')

test.for([
  ['application/pdf', PDF],
  ['application/pdf', toBytes('\r\n%PDF-1.4')],
  ['application/zpl', toBytes('^XA^FO0,0^FS^XZ')],
  ['application/zpl', toBytes('\r\n^XA^XZ')],
  ['application/zpl', toBytes('~DGR:LOGO.GRF,100,10,FF^XA^XZ')],
  ['image/png', PNG],
  ['image/jpeg', JPEG],
  ['image/webp', toBytes('RIFF\x10\0\0\0WEBPVP8 ')],
  ['image/heic', toBytes('\0\0\0\x18ftypheic')],
  ['image/gif', toBytes('GIF89a')],
  ['image/tiff', toBytes('II*\0')],
  [null, JUNK],
  [null, toBytes('<html><body>Bad gateway</body></html>')],
  [null, toBytes('JVBERi0xLjcK')],
  [null, toBytes('RIFF\x10\0\0\0WAVEfmt ')],
  [null, Buffer.alloc(0)],
] as const)('%s is detected by its first bytes', ([contentType, bytes]) => {
  expect(detectContentType(bytes)).toBe(contentType)
})

const call = {
  account: { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: false, credentials: {}, endpoint: null },
  deadlineAt: new Date('2026-11-21T08:00:00Z'),
  requestId: 'req_1',
}

/** A carrier with these answers, wrapped as services get it. */
function aCarrier(answers: Partial<CarrierAdapter>): CarrierAdapter {
  const [descriptor] = simulatedDescriptors
  const http = () => Promise.reject(new Error('nothing is sent'))
  const adapter = createSimulatedAdapter({ descriptor, simulatorUrl: 'http://carrier', simulatorKey: 'key', http })
  return readableDocuments({ ...adapter, ...answers })
}

/** The outcome of a label request that the carrier answers with these bytes. */
const requestLabel = (format: LabelFormat, bytes: Buffer) =>
  aCarrier({ label: async () => ({ kind: 'label', label: { contentType: 'whatever it says', bytes } }) }).label(
    { carrierJobId: 'job_1', format, size: '4x6', parcelNumber: null },
    call,
  )

test('an unreadable label is a failed, retryable read', async () => {
  expect(await requestLabel('png', PNG)).toEqual({ kind: 'label', label: { contentType: 'image/png', bytes: PNG } })
  for (const bytes of [JPEG, JUNK, Buffer.alloc(0)]) {
    expect(await requestLabel('png', bytes)).toMatchObject({
      kind: 'failed',
      failure: { code: 'malformed_answer', retryable: true },
    })
  }
})

test('a label in another format than requested is no_such_label, which names both', async () => {
  expect(await requestLabel('zpl', PDF)).toMatchObject({
    kind: 'no_such_label',
    failure: { code: 'form_unavailable', message: expect.stringMatching(/application\/pdf, and not as zpl/) },
  })
})

test('a photo has its detected type, whatever the carrier declares', async () => {
  const photo = (bytes: Buffer) =>
    aCarrier({ media: async () => ({ kind: 'media', media: { contentType: 'image/png', bytes } }) }).media('/p', call)
  expect(await photo(JPEG)).toMatchObject({ kind: 'media', media: { contentType: 'image/jpeg' } })
  expect(await photo(toBytes('^XA^XZ'))).toMatchObject({ kind: 'failed' })
})

test('an unreadable label in a job is left out', async () => {
  const job = (bytes: Buffer): CarrierJob => ({
    carrierJobId: 'job_1',
    trackingNumber: null,
    status: 'assigned',
    driver: null,
    etaFromAt: null,
    etaToAt: null,
    label: { contentType: 'application/pdf', bytes },
  })
  const found = (bytes: Buffer) =>
    aCarrier({ findJob: async () => ({ kind: 'found', job: job(bytes) }) }).findJob(
      { reference: 'att_1', draftId: null, carrierOfferId: null },
      call,
    )
  expect(await found(PDF)).toEqual({ kind: 'found', job: job(PDF) })
  expect(await found(JUNK)).toEqual({ kind: 'found', job: { ...job(JUNK), label: null } })
  expect(await found(JPEG)).toEqual({ kind: 'found', job: { ...job(JPEG), label: null } })
  expect(await found(PNG)).toMatchObject({ job: { label: { contentType: 'image/png' } } })
})

test('unreadable photos in a report are reduced to their address, or left out without one', async () => {
  const report = {
    id: 'job_1-3',
    job_id: 'job_1',
    reference: 'att_1',
    code: 'DELIVERED',
    detail: null,
    description: null,
    occurred_at: '2026-11-21T08:00:00Z',
    utc_offset_minutes: 0,
    location: null,
    driver: null,
    eta: null,
    proof: {
      captured_at: '2026-11-21T08:00:00Z',
      recipient_name: null,
      relationship: null,
      location: null,
      notes: null,
      photos: [],
      signature: { path: '/signature', content_type: 'image/png', signer_name: 'Ada Baker' },
    },
  }
  const delivered = toFact(wireFact.parse(report))
  const photo = (bytes: Buffer | null, url: string | null): CarrierMedia => ({ contentType: 'image/png', url, bytes })
  const photos = [photo(JPEG, null), photo(JUNK, '/photo'), photo(JUNK, null), photo(null, '/other')]
  const facts = [{ ...delivered, pod: delivered.pod && { ...delivered.pod, photos } }]
  const carrier = aCarrier({ parseCallback: async () => ({ kind: 'facts', facts }) })
  const { account } = call
  const receivedAt = new Date('2026-11-21T08:00:00Z')
  const input = { headers: {}, rawBody: JUNK, account, receivedAt, deadlineAt: receivedAt, requestId: 'req_1' }
  expect(await carrier.parseCallback(input)).toMatchObject({
    facts: [
      {
        pod: {
          photos: [
            { contentType: 'image/jpeg', bytes: JPEG },
            { url: '/photo', bytes: null },
            { url: '/other', bytes: null },
          ],
          signature: { url: '/signature', signerName: 'Ada Baker' },
        },
      },
    ],
  })
})
