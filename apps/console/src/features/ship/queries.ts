import { queryOptions } from '@tanstack/react-query'
import type {
  AddressCheck,
  AddressRequest,
  Booking,
  CreateOnDemandShipment,
  CreateParcelPreset,
  ParcelPreset,
  Shipment,
  UpdateShipment,
  Waybill,
} from '@waybill/sdk'

const POLL_MS = 2_000
/** An environment has at most so many. */
const MOST_PRESETS = 100

/** Queries of the screen, and the call that books. */
export const shipQueries = (api: Waybill) => ({
  quote: (quoteId: string | undefined) =>
    queryOptions({
      queryKey: ['quotes', quoteId],
      queryFn: async ({ signal }) => await api.quotes.get(quoteId ?? '', { signal }),
      enabled: quoteId !== undefined,
    }),
  /** Read again until the carrier has answered. */
  booking: (bookingId: string | undefined) =>
    queryOptions({
      queryKey: ['bookings', bookingId],
      queryFn: async ({ signal }) => await api.bookings.get(bookingId ?? '', { signal }),
      enabled: bookingId !== undefined,
      refetchInterval: ({ state }) => (state.data?.status === 'pending' ? POLL_MS : false),
    }),
  /** The label in the form that the carrier makes. */
  label: (bookingId: string, isReady: boolean) =>
    queryOptions({
      queryKey: ['bookings', bookingId, 'label'],
      queryFn: async ({ signal }) => await api.bookings.label(bookingId, {}, { signal }),
      enabled: isReady,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  presets: () =>
    queryOptions({
      queryKey: ['parcel-presets'],
      queryFn: async ({ signal }) => (await api.parcelPresets.list({ limit: MOST_PRESETS }, { signal })).data,
    }),
  /** With the addresses in full, for a form that begins like it. */
  whole: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId, 'whole'],
      queryFn: async ({ signal }) => {
        const [shipment, addresses] = await Promise.all([
          api.shipments.get(shipmentId, { signal }),
          api.shipments.addresses(shipmentId, { signal }),
        ])
        return { shipment, addresses }
      },
    }),
  /** A shipment whose courier is looked for. Read again until there is one, or none comes. */
  search: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId, 'search'],
      queryFn: async ({ signal }) => await api.shipments.get(shipmentId, { signal }),
      refetchInterval: ({ state: { data } }) => (data?.status === 'in_transit' ? POLL_MS : false),
    }),
  /** Messages of the quote by which a courier is looked for. Read again until there is one. */
  searchMessages: (shipmentId: string) =>
    queryOptions({
      queryKey: ['shipments', shipmentId, 'quotes', 'messages'],
      queryFn: async ({ signal }) => {
        const { data } = await api.quotes.list({ shipment_id: shipmentId, limit: 1 }, { signal })
        return data[0]?.messages ?? null
      },
      refetchInterval: ({ state: { data } }) => (data === null ? POLL_MS : false),
    }),
  customsDefaults: (mayRead: boolean) =>
    queryOptions({
      queryKey: ['customs-defaults', 'ship'],
      queryFn: async ({ signal }) => await api.customsDefaults.get({ signal }),
      enabled: mayRead,
    }),
  pickupLocations: () =>
    queryOptions({
      queryKey: ['pickup-locations', 'first'],
      queryFn: async ({ signal }) => (await api.pickupLocations.list({ limit: 100 }, { signal })).data,
    }),
})

interface BookingRequest {
  shipmentId: string
  quoteOptionId: string
  bookingKey: string
  etag: string | null
}

/** Fails with `version_conflict` if the shipment has changed since the entity tag was read. */
export const bookOption = async (
  api: Waybill,
  { shipmentId, quoteOptionId, bookingKey, etag }: BookingRequest,
): Promise<Booking> => {
  const options = { ifMatch: etag ?? undefined, idempotencyKey: bookingKey }
  return await api.shipments.book(shipmentId, { quote_option_id: quoteOptionId }, options)
}

/** Registers the shipment and looks for a courier. */
export const sendCourier = async (
  api: Waybill,
  document: CreateOnDemandShipment,
  idempotencyKey: string,
): Promise<Shipment> => await api.shipments.createOnDemand(document, { idempotencyKey })

/** The shipment as it is now, with the entity tag that a change sends back. */
export async function readShipment(
  api: Waybill,
  shipmentId: string,
): Promise<{ shipment: Shipment; etag: string | null }> {
  const { data, etag } = await api.shipments.get(shipmentId).withResponse()
  return { shipment: data, etag }
}

/** Fails with `version_conflict` if the shipment has changed since the entity tag was read. */
export async function correctShipment(
  api: Waybill,
  { shipmentId, changes, etag, key }: { shipmentId: string; changes: UpdateShipment; etag: string | null; key: string },
): Promise<{ shipment: Shipment; etag: string | null }> {
  const options = { ifMatch: etag ?? undefined, idempotencyKey: key }
  const { data, etag: next } = await api.shipments.update(shipmentId, changes, options).withResponse()
  return { shipment: data, etag: next }
}

/** Ends a shipment that nobody has booked. Once for each shipment. */
export const cancelUnbooked = async (api: Waybill, shipmentId: string): Promise<void> => {
  const reason = { reason_code: 'replaced' }
  await api.shipments.cancel(shipmentId, reason, { idempotencyKey: `replaced-${shipmentId}` })
}

export const savePreset = async (
  api: Waybill,
  document: CreateParcelPreset,
  idempotencyKey: string,
): Promise<ParcelPreset> => await api.parcelPresets.create(document, { idempotencyKey })

/** Asks a carrier about the address, or compares its form with that of its country. Nothing is stored. */
export const checkAddress = async (api: Waybill, address: AddressRequest): Promise<AddressCheck> =>
  await api.addresses.check({ address })

/** The label was printed: the print station leaves it out. */
export const markPrinted = async (api: Waybill, bookingId: string): Promise<void> => {
  await api.bookings.markPrinted(bookingId)
}
