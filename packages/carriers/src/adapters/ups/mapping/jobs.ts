/** UPS's shipments as jobs, and their labels, which it sends in base64. */
import type { CarrierJob } from '../../../carrier-adapter.ts'
import { detectContentType } from '../../../wrappers/readable-documents.ts'

/** The tracking number of a shipment, and its page. Source: ups.com, "Track", the address of a search result. */
export const trackingNumberAndPage = (shipmentId: string): Pick<CarrierJob, 'trackingNumber' | 'trackingUrl'> => ({
  trackingNumber: shipmentId,
  trackingUrl: `https://www.ups.com/track?${new URLSearchParams({ tracknum: shipmentId })}`,
})

/** The parcels of a shipment of several. */
export const toParcels = (numbers: readonly (string | null)[]): Pick<CarrierJob, 'parcels'> =>
  numbers.length > 1
    ? {
        parcels: numbers.map((number) => (number === null ? { trackingNumber: null } : trackingNumberAndPage(number))),
      }
    : {}

export const decode = (base64: string): Buffer => Buffer.from(base64, 'base64')

/** The labels one after another; null: there are none, or one is not in ZPL. */
export function joinZpl(labels: readonly (string | null)[]): Buffer | null {
  const documents = labels.map((label) => decode(label ?? ''))
  const areZpl = documents.length > 0 && documents.every((bytes) => detectContentType(bytes) === 'application/zpl')
  return areZpl ? Buffer.concat(documents) : null
}
