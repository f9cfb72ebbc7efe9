/** Every RPC of the service and the function that implements it. */

import { implement } from '@waybill/chassis/rpc/server'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import type { Dependencies } from '../dependencies.ts'
import type { AdvanceJob, FaultCalls } from '../simulator-client.ts'
import { receiveCallback } from '../tracking/callbacks.ts'
import { advance } from '../use-cases/advance.ts'
import { book } from '../use-cases/book.ts'
import { cancelBooking, cancelShipment, updateShipment } from '../use-cases/change.ts'
import type { CommandDependencies } from '../use-cases/command-operation.ts'
import { getCosts } from '../use-cases/costs.ts'
import { getLabel, getProofMedia, markLabelPrinted, revokeDocumentLinks } from '../use-cases/documents.ts'
import {
  getBooking,
  getBookingOfShipment,
  getDriverLocation,
  listBookingsOfShipments,
  listBookingsPage,
  listExchanges,
} from '../use-cases/reads.ts'
import { type BatchDependencies, batchHandlers } from './batches.ts'
import { doubtfulHandlers } from './doubtful.ts'
import { driverJobHandlers } from './driver-jobs.ts'
import { driverHandlers } from './drivers.ts'
import { faultHandlers } from './faults.ts'
import { type LabelBatchDependencies, labelBatchHandlers } from './label-batches.ts'
import { type ManifestCalls, manifestHandlers } from './manifests.ts'
import { type PickupCalls, pickupHandlers } from './pickups.ts'

export const bookingRpc = (
  dependencies: CommandDependencies &
    Dependencies &
    BatchDependencies &
    LabelBatchDependencies &
    PickupCalls &
    ManifestCalls & { advanceJob: AdvanceJob; faults: FaultCalls; box: SecretBox },
) =>
  implement<BookingServiceHandlers>('waybill.booking.v1.BookingService', {
    Book: ({ shipment_id, document }, context) => book(dependencies, context, { shipmentId: shipment_id, document }),

    CancelShipment: ({ shipment_id, document }, context) =>
      cancelShipment(dependencies, context, { shipmentId: shipment_id, document }),

    CancelBooking: ({ booking_id, document }, context) =>
      cancelBooking(dependencies, context, { bookingId: booking_id, document }),

    UpdateShipment: ({ shipment_id, document }, context) =>
      updateShipment(dependencies, context, { shipmentId: shipment_id, document }),

    Get: ({ booking_id }, context) => getBooking(dependencies, context, booking_id),

    List: (request, context) => listBookingsPage(dependencies, context, request),

    GetOfShipment: ({ shipment_id }, context) => getBookingOfShipment(dependencies, context, shipment_id),

    ListOfShipments: ({ shipment_ids }, context) => listBookingsOfShipments(dependencies, context, shipment_ids),

    GetDriverLocation: ({ booking_id }, context) => getDriverLocation(dependencies, context, booking_id),

    ListExchanges: (request, context) => listExchanges(dependencies, context, request),

    GetCosts: (request, context) => getCosts(dependencies, context, request),

    GetLabel: (request, context) =>
      getLabel(dependencies, context, {
        environmentId: request.environment_id,
        bookingId: request.booking_id,
        format: request.format,
        size: request.size,
        parcel: request.parcel,
        document: request.document,
        expiresUnixSeconds: request.expires_unix_seconds,
        signature: request.signature,
      }),

    GetProofMedia: (request, context) =>
      getProofMedia(dependencies, context, {
        environmentId: request.environment_id,
        bookingId: request.booking_id,
        name: request.name,
        expiresUnixSeconds: request.expires_unix_seconds,
        signature: request.signature,
      }),

    MarkLabelPrinted: ({ booking_id }, context) => markLabelPrinted(dependencies, context, booking_id),

    RevokeDocumentLinks: ({ booking_id }, context) => revokeDocumentLinks(dependencies, context, booking_id),

    ...batchHandlers(dependencies),

    ...labelBatchHandlers(dependencies),

    ...pickupHandlers(dependencies),

    ...manifestHandlers(dependencies),

    ...driverHandlers(dependencies),

    ...driverJobHandlers(dependencies),

    ...doubtfulHandlers(dependencies),

    Advance: ({ shipment_id, document }, context) =>
      advance(dependencies, context, { shipmentId: shipment_id, document }),

    ...faultHandlers(dependencies),

    async ReceiveCallback({ carrier_account_id, headers, body, token }, { requestId, deadlineAt }) {
      const callback = { carrierAccountId: carrier_account_id, headers, body, token, requestId, deadlineAt }
      const accepted = await receiveCallback(dependencies, callback)
      return { accepted_facts: accepted }
    },
  })
