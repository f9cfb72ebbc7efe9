/**
 * Papers for customs. Those that a carrier makes are kept beside the label, and apart from it, so that they never delay it; for
 * other carriers, and on request, the form of a post or the commercial invoice is written from what the shipment declares.
 */
import { Readable } from 'node:stream'
import { crossesCustoms } from '@waybill/carriers/mapping/customs/borders'
import { isPost } from '@waybill/carriers/mapping/customs/posts'
import { carrierAddress } from '@waybill/carriers/shipment-request'
import { NO_PAPERS } from '@waybill/carriers/vendor/failures'
import type { RpcFile } from '@waybill/chassis/rpc/file-stream'
import type { CallContext } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { ERASED } from '@waybill/contracts/erasure'
import { errorDetail } from '@waybill/contracts/requests/validation'
import type { Shipment } from '@waybill/contracts/shipment'
import { printInvoice } from '@waybill/labels/customs/print-papers'
import type { BookingRecord } from '../bookings/booking.ts'
import type { Dependencies } from '../dependencies.ts'
import { fetchPapers } from '../documents/customs/carrier-papers.ts'
import { writeInvoice } from '../documents/customs/invoice.ts'
import { postalFormFile, postalForms } from '../documents/customs/postal-form.ts'
import { assertPrintable } from '../documents/label-errors.ts'
import { openStoredLabel } from '../documents/label-file.ts'
import { type AskedForm, papersKey } from '../documents/label-form.ts'
import { assertNotErased } from '../erasure/erasure-pass.ts'
import { notConnected } from '../operations/errors.ts'
import { openCarrierDocument } from './carrier-document.ts'
import { getShipment } from './reads.ts'

interface Asked extends AskedForm {
  document: string
  /** By a signed link, which is that of the label, instead of a token. */
  isSigned: boolean
}

/** Names of papers: `customs` has those of the carrier, or ours in their place; the others are ours. */
const papers: ReadonlySet<string> = new Set(['customs', 'invoice', 'cn22', 'cn23'])
export const isPaper = (document: string): boolean => papers.has(document)

/**
 * The papers of all parcels or of one, as PDF: from the store, or the first time from the carrier. Throws `label_not_ready` until the
 * carrier has made them, and `label_not_found` if there are none.
 */
export async function openCustomsPapers(
  dependencies: Dependencies,
  booking: BookingRecord,
  { format, size, parcel, document, isSigned }: Asked,
  context: CallContext,
): Promise<RpcFile> {
  const { db } = dependencies
  const { environmentId, bookingId } = booking
  await assertNotErased(db, environmentId, bookingId)
  assertPrintable(booking)
  if (size !== '' || !['', 'pdf'].includes(format)) throw pdfOnly(format)
  const write = (choice: Pick<PaperChoice, 'paper' | 'onlyAbroad'>) =>
    writePaper(dependencies, booking, { ...choice, parcel, isSigned }, context)
  if (document === 'invoice' || document === 'cn22' || document === 'cn23') return await write({ paper: document })
  const adapter = dependencies.carriers.get(booking.carrierCode)
  if (adapter === undefined) throw notConnected(booking.carrierCode)
  const { customsPapers } = adapter.descriptor
  const byPost = isPost(booking.quoteOption.serviceCode)
  const writeInPlace = () => write({ paper: byPost ? 'fitting' : 'invoice', onlyAbroad: true })
  if (customsPapers === undefined) return await writeInPlace()
  // Those that come with a booking are of all its parcels.
  const parcelNumber = customsPapers === 'with_booking' ? null : parcel || null
  const key = papersKey(parcelNumber)
  if (customsPapers !== 'on_request')
    return (await openStoredLabel(db, { environmentId, bookingId, key })) ?? (await writeInPlace())
  return await openCarrierDocument(
    dependencies,
    booking,
    {
      adapter,
      key,
      fetch: (call) =>
        fetchPapers(
          adapter,
          { carrierJobId: booking.carrierJobId, parcelNumber, format: 'pdf', size: '4x6', document: 'customs' },
          call,
        ),
      notReady: `The carrier has not made the label of booking ${bookingId}, or its papers for customs, yet.`,
      async without({ code, message }) {
        if (code === NO_PAPERS) return await writeInPlace()
        throw noPapers(bookingId, message)
      },
    },
    context,
  )
}

interface PaperChoice {
  /** `fitting`: the form of posts that does for the parcels. */
  paper: 'invoice' | 'cn22' | 'cn23' | 'fitting'
  /** 0: all. */
  parcel: number
  isSigned: boolean
  /** No invoice of goods that cross no customs border; there are no forms of them. */
  onlyAbroad?: boolean
}

/** A paper of ours. It names tax numbers and values, so that the link of a label does not open it. */
async function writePaper(
  dependencies: Dependencies,
  booking: BookingRecord,
  { paper, parcel, isSigned, onlyAbroad = false }: PaperChoice,
  context: CallContext,
): Promise<RpcFile> {
  const { bookingId, shipmentId } = booking
  const isForm = paper !== 'invoice'
  if (isSigned) throw noPapers(bookingId, `${isForm ? 'a postal form' : 'an invoice'} needs an API key.`)
  if (isForm && !isPost(booking.quoteOption.serviceCode))
    throw noPapers(bookingId, 'CN 22 and CN 23 are for parcels that a post carries. document=invoice has an invoice.')
  const shipment = await getShipment(dependencies, context, shipmentId)
  const { pickupAddress, dropoffAddress, parcels } = shipment
  if (dropoffAddress.address_line_1 === ERASED) throw noPapers(bookingId, 'the data of its shipment is erased.')
  const route = { pickup: carrierAddress(pickupAddress), dropoff: carrierAddress(dropoffAddress) }
  if ((onlyAbroad || isForm) && !crossesCustoms(route)) throw noPapers(bookingId, 'its goods cross no customs border.')
  if (parcel > parcels.length) throw noPapers(bookingId, `its shipment has no parcel ${parcel}.`)
  const choice = { parcelNumber: parcel || null, signal: context.signal }
  const bytes = await (isForm
    ? printForms(booking, shipment, { ...choice, kind: paper })
    : invoiceFile(booking, shipment, choice))
  return { contentType: 'application/pdf', length: bytes.length, bytes: Readable.from([bytes]) }
}

interface Printed {
  /** Null: all. */
  parcelNumber: number | null
  signal: AbortSignal
}

async function invoiceFile(
  booking: BookingRecord,
  shipment: Shipment,
  { parcelNumber, signal }: Printed,
): Promise<Buffer> {
  const written = writeInvoice(booking, shipment, parcelNumber)
  if ('refusal' in written) throw noPapers(booking.bookingId, written.refusal)
  return await printInvoice(written.invoice, signal)
}

async function printForms(
  booking: BookingRecord,
  shipment: Shipment,
  { signal, ...choice }: Printed & { kind: 'cn22' | 'cn23' | 'fitting' },
): Promise<Buffer> {
  const forms = postalForms(booking, shipment, choice)
  if ('refusal' in forms) throw noPapers(booking.bookingId, forms.refusal)
  return await postalFormFile(booking, forms, signal)
}

const noPapers = (bookingId: string, why: string): AppError =>
  new AppError('label_not_found', `Booking ${bookingId} has no such papers: ${why}`)

function pdfOnly(format: string): AppError {
  const field = ['', 'pdf'].includes(format) ? 'size' : 'format'
  const message = field === 'size' ? 'cannot be chosen for papers for customs' : 'must be pdf for papers for customs'
  return new AppError('invalid_parameter', `${field} ${message}.`, {
    details: [errorDetail([field], 'not_offered', message, 'query')],
  })
}
