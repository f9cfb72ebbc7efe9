/** Labels in every form, good and bad, and where they are fetched from. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { CarrierAccount, CarrierAdapter, CarrierCall, LabelRequest } from '../../carrier-adapter.ts'
import { createHttpClient } from '../../http/client.ts'
import { type ShipEngineServer, startShipEngineServer } from '../../testing/shipengine/server.ts'
import { withCredentials } from '../../testing/shipengine/test-carrier.ts'
import { readableDocuments } from '../../wrappers/readable-documents.ts'
import { createShipEngineAdapter } from './adapter.ts'
import { documentUrl } from './client.ts'

let server: ShipEngineServer
let adapter: CarrierAdapter
let account: CarrierAccount
beforeAll(async () => {
  server = await startShipEngineServer()
  adapter = readableDocuments(createShipEngineAdapter({ http: createHttpClient({ trustedUrls: [server.url] }) }))
})
afterAll(() => server?.stop())
beforeEach(() => {
  const plain = { carrierAccountId: 'cac_1', environmentId: 'env_1', livemode: false, credentials: {} }
  account = withCredentials(server, { ...plain, endpoint: server.url })
})

const aCall = (): CarrierCall => ({ account, deadlineAt: new Date(Date.now() + 8_000), requestId: 'req_1' })
const aRequest = (overrides: Partial<LabelRequest> = {}): LabelRequest => ({
  carrierJobId: 'se-1',
  format: 'pdf',
  size: '4x6',
  parcelNumber: null,
  ...overrides,
})
const documents = (host: string) => ({
  href: `${host}/v1/downloads/10/a/label-1.pdf`,
  pdf: `${host}/v1/downloads/10/a/label-1.pdf`,
  png: null,
  zpl: `${host}/v1/downloads/10/a/label-1.zpl`,
})
const aLabel = (extra: object = {}) => ({
  path: /labels\/se-1$/,
  status: 200,
  body: { label_id: 'se-1', status: 'completed', label_download: documents('https://api.shipengine.com'), ...extra },
})
const pdf = { path: /label-1\.pdf$/, status: 200, body: Buffer.from('%PDF-1.4\n') }

test('a document at ShipEngine’s API is fetched from the endpoint of the account', async () => {
  server.answerNext(aLabel(), pdf)
  expect(await adapter.label(aRequest(), aCall())).toMatchObject({
    kind: 'label',
    label: { contentType: 'application/pdf' },
  })
})

test.for([
  ['https://api.shipengine.com/v1/a.pdf', 'http://127.0.0.1:1', { url: 'http://127.0.0.1:1/v1/a.pdf', isOwn: true }],
  [
    'https://api.shipengine.com/a?b=c',
    'https://api.shipengine.com',
    { url: 'https://api.shipengine.com/a?b=c', isOwn: true },
  ],
  [
    'https://files.shipstation.com/a.pdf',
    'https://api.shipengine.com',
    { url: 'https://files.shipstation.com/a.pdf', isOwn: false },
  ],
  ['http://files.shipengine.com/a.pdf', 'https://api.shipengine.com', null],
  ['https://shipengine.com.example/a.pdf', 'https://api.shipengine.com', null],
  ['http://169.254.169.254/', 'https://api.shipengine.com', null],
  ['label.pdf', 'https://api.shipengine.com', null],
] as const)('the document %s is fetched from ShipEngine or not at all', ([url, root, expected]) => {
  expect(documentUrl(url, root)).toEqual(expected)
})

test('a label on a foreign host is not fetched', async () => {
  server.answerNext(aLabel({ label_download: documents('https://example.com') }))
  expect(await adapter.label(aRequest(), aCall())).toMatchObject({
    kind: 'failed',
    failure: { code: 'label_host_unknown' },
  })
})

test.for([
  ['a form that the carrier does not make', aRequest({ format: 'png' }), {}, 'form_unavailable'],
  ['a parcel that is not there', aRequest({ parcelNumber: 2 }), { packages: [{}] }, 'parcel_unknown'],
  ['one of several parcels in one document', aRequest({ parcelNumber: 2 }), { packages: [{}, {}] }, 'one_document'],
] as const)('%s is no such label', async ([, request, extra, code]) => {
  server.answerNext(aLabel(extra))
  expect(await adapter.label(request, aCall())).toMatchObject({ kind: 'no_such_label', failure: { code } })
})

test('a size that ShipEngine does not make is no such label, and nothing is sent', async () => {
  const before = server.requests.length
  expect((await adapter.label(aRequest({ size: 'a4' }), aCall())).kind).toBe('no_such_label')
  expect(server.requests).toHaveLength(before)
})

test('each of several parcels has its label if the carrier makes one for each', async () => {
  const own = { pdf: 'https://api.shipengine.com/v1/downloads/10/b/label-2.pdf' }
  server.answerNext(aLabel({ packages: [{ sequence: 2, label_download: own }, { sequence: 1 }] }), {
    ...pdf,
    path: /label-2\.pdf$/,
  })
  expect((await adapter.label(aRequest({ parcelNumber: 2 }), aCall())).kind).toBe('label')
})

test('a label in another form than it claims is no such label, and one of 20 MB a failed read', async () => {
  server.answerNext(aLabel(), { ...pdf, body: Buffer.from('^XA^XZ') })
  expect(await adapter.label(aRequest(), aCall())).toMatchObject({ failure: { code: 'form_unavailable' } })
  server.answerNext(aLabel(), { ...pdf, body: Buffer.alloc(20 * 1024 * 1024, '%PDF-') })
  expect((await adapter.label(aRequest(), aCall())).kind).toBe('failed')
})

test('a label without documents is not ready', async () => {
  server.answerNext(aLabel({ status: 'processing', label_download: null }))
  expect(await adapter.label(aRequest(), aCall())).toEqual({ kind: 'not_ready' })
})

const form = { form_download: { href: 'https://api.shipengine.com/v1/downloads/10/a/form.pdf' } }

test.for([
  ['of a label without any', {}, ['no_papers', 'no_papers']],
  ['of a label that is being made', { status: 'processing', label_download: null }, ['not_ready', 'not_ready']],
  ['of a label that failed', { status: 'error' }, ['label_error', 'label_error']],
  ['of the shipment of one parcel', form, ['label', 'label']],
  ['of a shipment in one document', { ...form, packages: [{}, {}] }, ['label', 'one_document']],
  ['of one of two parcels', { packages: [form, {}] }, ['one_label_per_parcel', 'label']],
  ['of the other parcel', { packages: [{}, form] }, ['one_label_per_parcel', 'no_papers']],
] as const)('papers for customs %s, all and of parcel 1', async ([, extra, expected]) => {
  for (const [index, kind] of expected.entries()) {
    server.answerNext(aLabel(extra))
    if (kind === 'label') server.answerNext({ ...pdf, path: /form\.pdf$/ })
    const request = aRequest({ document: 'customs', parcelNumber: index === 0 ? null : 1 })
    const outcome = await adapter.label(request, aCall())
    expect(outcome.kind === 'no_such_label' ? outcome.failure.code : outcome.kind).toBe(kind)
  }
})
