/** Pure: the tracking number of a shipment, and its page. Source: ups.com, "Track", the address of a search result. */
import type { CarrierJob } from '../../../carrier-adapter.ts'

export const trackingOf = (shipmentId: string): Pick<CarrierJob, 'trackingNumber' | 'trackingUrl'> => ({
  trackingNumber: shipmentId,
  trackingUrl: `https://www.ups.com/track?${new URLSearchParams({ tracknum: shipmentId })}`,
})
