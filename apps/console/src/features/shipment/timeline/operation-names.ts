import { useLingui } from '@lingui/react/macro'
import { readable } from '../../../format/statuses.ts'

/** The words for an operation of the API that changes a shipment. One of a later Waybill is shown by its own words. */
export function useOperationNames(): (operationId: string) => string {
  const { t } = useLingui()
  const names: Record<string, string> = {
    createShipment: t`Register shipment`,
    createOnDemandShipment: t`Send a courier`,
    createShipmentBatch: t`Register many shipments`,
    updateShipment: t`Change shipment`,
    cancelShipment: t`Cancel shipment`,
    holdShipment: t`Put on hold`,
    releaseShipment: t`Release`,
    assignShipment: t`Assign`,
    tagShipment: t`Change tags`,
    editShipments: t`Change many shipments`,
    createNote: t`Write note`,
    deleteNote: t`Delete note`,
    createQuote: t`Ask for offers`,
    bookShipment: t`Book shipment`,
    createBookingBatch: t`Book many shipments`,
    cancelBooking: t`Cancel booking`,
    markLabelPrinted: t`Mark label as printed`,
    createLabelBatch: t`Print labels`,
    assignDriver: t`Assign driver`,
    advanceShipment: t`Move the simulated courier`,
  }
  return (operationId) => names[operationId] ?? readable(operationId)
}
