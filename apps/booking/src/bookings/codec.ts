/** Bookings as merchants see them: in answers and in events. */
import type { Answer } from '@waybill/chassis/idempotency/operations'
import { type PublicBooking, publicBooking } from '@waybill/contracts/booking'
import { type Charge, withReversals } from '@waybill/contracts/bookings/charge'
import type { ProofOfDelivery } from '@waybill/contracts/bookings/proof-of-delivery'
import { envelopeBytes, successEnvelope } from '@waybill/contracts/envelope'
import type { BookingRecord } from './booking.ts'
import { shipmentUnder } from './consequences.ts'

/** Signs the URLs of a booking's documents. */
interface DocumentUrls {
  signLabel(booking: BookingRecord, at: Date): string
  signMedia(photo: BookingRecord & { name: string }, at: Date): { url: string; expiresAt: Date }
}

export interface BookingCodec {
  /** The public booking. Its label and proof URLs are signed at `at`. */
  toPublic(booking: BookingRecord, at: Date): PublicBooking
  /** The answer to a command or a read, with the booking's sequence as its entity tag. */
  toAnswer(booking: BookingRecord, status: number): Answer
}

/** A carrier that corrects the end of a booking, such as by a delivery, ends the reversals too: they are not stored. */
const shownCharges = (booking: BookingRecord): readonly Charge[] =>
  booking.status === 'cancelled' && !booking.pickedUp
    ? withReversals(booking.charges, booking.cancelledAt)
    : booking.charges

/** The only place that adds signed URLs to a booking. */
export function createBookingCodec(urls: DocumentUrls): BookingCodec {
  const toPublic = (booking: BookingRecord, at: Date): PublicBooking => {
    const pod = booking.pod && publicProof(booking.pod, (name) => urls.signMedia({ ...booking, name }, at))
    const shown = { ...booking, pod, shipment: shipmentUnder(booking), charges: shownCharges(booking) }
    return publicBooking(shown, urls.signLabel(booking, at))
  }
  return {
    toPublic,
    toAnswer: (booking, status) => ({
      status,
      body: envelopeBytes(successEnvelope(toPublic(booking, new Date()))),
      etag: String(booking.sequence),
    }),
  }
}

/** The proof as merchants see it: `sign` turns names into URLs that are valid until `expiresAt`. */
function publicProof(
  proof: ProofOfDelivery,
  sign: (name: string) => { url: string; expiresAt: Date },
): ProofOfDelivery {
  const signed = (name: string) => {
    const { url, expiresAt } = sign(name)
    return { url, expires_at: expiresAt.toISOString() }
  }
  return {
    ...proof,
    photos: proof.photos.map((photo) => ({ ...photo, ...signed(photo.url) })),
    signature: proof.signature && { ...proof.signature, ...signed(proof.signature.url) },
  }
}
