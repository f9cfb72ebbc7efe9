/** Labels. Each parcel has one, in the form that was chosen with its purchase, at an address that Shippo names. */
import type { CarrierAdapter, CarrierCall, Failed, LabelOutcome } from '../../carrier-adapter.ts'
import { isSuccess } from '../../http/outcome.ts'
import type { VendorClient } from '../../vendor/client.ts'
import { createLabelRefusals, failAsNotOffered, ONE_PER_PARCEL } from '../../vendor/failures.ts'
import { FORM_UNAVAILABLE, labelContentTypes } from '../../wrappers/readable-documents.ts'
import { describeFailure } from './client.ts'
import { shippoDescriptor } from './descriptor.ts'
import { readState } from './mapping/jobs.ts'
import { parseTag } from './mapping/requests.ts'
import { listForJob } from './transactions.ts'
import { type WireTransaction, wireRate, wireShipment } from './wire.ts'

const { noSuchLabel, noSuchParcel, noPapers, noCode } = createLabelRefusals(describeFailure)

export const documentCalls = (client: VendorClient): Pick<CarrierAdapter, 'label' | 'media'> => ({
  async label({ carrierJobId, parcelNumber, format, size, document }, call) {
    if (!shippoDescriptor.labels.some((form) => form.format === format && form.size === size)) {
      return noSuchLabel(
        'form_unknown',
        `Waybill buys Shippo’s labels as PDF of the size 4x6; this one has no ${format}.`,
      )
    }
    const job = await listForJob(client, carrierJobId, { operation: 'label', reference: carrierJobId }, call)
    if (job.kind === 'failed') return job
    const { transactions } = job
    const count = Math.max(transactions.length, ...transactions.map(({ metadata }) => parseTag(metadata)?.parcels ?? 1))
    if (parcelNumber !== null && parcelNumber > count) return noSuchParcel(count)
    if (document === 'qr') return await fetchCode(client, transactions[0], call)
    if (document === 'customs' && (parcelNumber === null || transactions.length === 1)) {
      return await fetchPapers(client, transactions, call)
    }
    if (transactions.length === 1) {
      return parcelNumber !== null && count > 1 ? oneDocument : await fetchDocument(client, transactions[0], call)
    }
    if (parcelNumber === null) return onePerParcel
    const ordered = await inOrderOfParcels(client, transactions, call)
    if (ordered.kind === 'failed') return ordered
    const transaction = ordered.transactions[parcelNumber - 1]
    return document === 'customs'
      ? await fetchPapers(client, transaction ? [transaction] : [], call)
      : await fetchDocument(client, transaction, call)
  },

  media: failAsNotOffered(describeFailure, 'Shippo has no photos or signatures of deliveries.'),
})

async function fetchDocument(
  client: VendorClient,
  transaction: WireTransaction | undefined,
  call: CarrierCall,
): Promise<LabelOutcome> {
  if (transaction === undefined) return { kind: 'not_ready' }
  if (readState(transaction) === 'failed') return labelError
  const { label_url: url, label_file_type: form, object_id } = transaction
  if (url === null) return { kind: 'not_ready' }
  if (form !== null && !/^pdf/i.test(form)) {
    return noSuchLabel(FORM_UNAVAILABLE, `The carrier made this label as ${form.slice(0, 20)}, and not as PDF.`)
  }
  return await downloadPdf(client, { url, reference: object_id }, call)
}

async function downloadPdf(
  client: VendorClient,
  { url, reference }: { url: string; reference: string },
  call: CarrierCall,
): Promise<LabelOutcome> {
  const download = client.download(call, url, reference)
  if (download === null) return { kind: 'failed', failure: foreignHost }
  const outcome = await download
  if (!isSuccess(outcome)) return client.failed(outcome)
  return { kind: 'label', label: { contentType: labelContentTypes.pdf, bytes: outcome.body } }
}

/** The code that was asked for with the purchase. */
async function fetchCode(
  client: VendorClient,
  transaction: WireTransaction | undefined,
  call: CarrierCall,
): Promise<LabelOutcome> {
  if (transaction === undefined) return { kind: 'not_ready' }
  const { qr_code_url: url, label_url, object_id: reference } = transaction
  if (url !== null) return await downloadPdf(client, { url, reference }, call)
  if (readState(transaction) === 'failed') return labelError
  return label_url === null ? { kind: 'not_ready' } : noCode
}

/** The invoice of a shipment, which is declared as one. A label that is made names it, or has none. */
async function fetchPapers(
  client: VendorClient,
  transactions: readonly WireTransaction[],
  call: CarrierCall,
): Promise<LabelOutcome> {
  const found = transactions.find(({ commercial_invoice_url: url }) => url !== null)
  const url = found?.commercial_invoice_url ?? null
  if (found && url) return await downloadPdf(client, { url, reference: found.object_id }, call)
  if (transactions.some((transaction) => readState(transaction) === 'failed')) return labelError
  const isMade = transactions.length > 0 && transactions.every(({ label_url }) => label_url !== null)
  return isMade ? noPapers : { kind: 'not_ready' }
}

/** The transactions in the order of the parcels that were quoted. If Shippo does not name the parcels, as they were made. */
async function inOrderOfParcels(
  { get, read }: VendorClient,
  transactions: readonly WireTransaction[],
  call: CarrierCall,
): Promise<{ kind: 'transactions'; transactions: readonly WireTransaction[] } | Failed> {
  const rate = transactions[0]?.rate ?? null
  if (rate === null || transactions.some(({ parcel }) => parcel === null)) return { kind: 'transactions', transactions }
  const target = { operation: 'label', reference: transactions[0]?.object_id ?? null } as const
  const rated = await get(call, { ...target, path: `/rates/${encodeURIComponent(rate.object_id)}` })
  const found = read(rated, wireRate, ({ shipment }) => ({ kind: 'rate' as const, shipment }))
  if (found.kind === 'failed') return found
  if (found.shipment === null) return { kind: 'transactions', transactions }
  const path = `/shipments/${encodeURIComponent(found.shipment)}`
  return read(await get(call, { ...target, path }), wireShipment, ({ parcels }) => ({
    kind: 'transactions' as const,
    transactions: transactions.toSorted((a, b) => parcels.indexOf(a.parcel ?? '') - parcels.indexOf(b.parcel ?? '')),
  }))
}

const foreignHost = describeFailure(
  'label_host_unknown',
  'The address of the label is not at Shippo; it was not fetched.',
)

const labelError = noSuchLabel('label_error', 'The carrier could not make the label.')
const onePerParcel = noSuchLabel(ONE_PER_PARCEL, 'Shippo has one PDF per parcel. Ask for each by its number.')
const oneDocument = noSuchLabel(
  'one_document',
  'Shippo has the labels of all parcels in one document. Ask without a number.',
)
