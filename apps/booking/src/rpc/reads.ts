import type { Label } from '@waybill/carriers/carrier-adapter'
import type { Answer } from '@waybill/chassis/idempotency'
import type { CallContext } from '@waybill/chassis/rpc-server'
import { AppError } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'
import { bookingAnswer } from '../commands/record.ts'
import type { LabelRef } from '../label-url.ts'
import type { Parts } from '../parts.ts'
import { findBooking } from '../repository/bookings.ts'
import { findLabel } from '../repository/copies.ts'

export async function getBooking(parts: Parts, { environmentId }: CallContext, bookingId: string): Promise<Answer> {
  const booking = isId('bkg', bookingId) ? await findBooking(parts.db, environmentId, bookingId) : undefined
  if (booking === undefined) throw new AppError('booking_not_found', `There is no booking ${bookingId}.`)
  return { ...bookingAnswer(booking, 200, parts.labelUrls, new Date()), status: 200 }
}

/** A label, for the token's environment or for whoever has a signed address of it. Anything else is `label_not_found`. */
export async function getLabel(
  parts: Parts,
  context: CallContext,
  request: LabelRef & { expiresUnixSeconds: number; signature: string },
): Promise<Label> {
  const { bookingId, format } = request
  const isSigned = request.signature !== ''
  const environmentId = isSigned ? request.environmentId : context.environmentId
  const mayRead = isSigned ? parts.labelUrls.holds(request, request, new Date()) : environmentId !== ''
  const label = mayRead ? await findLabel(parts.db, environmentId, bookingId, format || 'pdf') : undefined
  if (label) return label
  throw new AppError('label_not_found', `There is no label of booking ${bookingId}, or its address has expired.`)
}
