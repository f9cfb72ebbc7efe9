/** Examples of checks of addresses and shipments. Pure. */

export const checkRequests = (shipment: object) => ({
  checkShipment: { ...shipment, dropoff_instructions: 'Ring twice. '.repeat(30).trim() },
  locateAddress: {
    address: { address_line_1: '7 River Road', city: 'London', post_code: 'N1 9GU', country: 'GB' },
  },
  checkAddress: {
    address: {
      address_line_1: '179 N Harbor Dr',
      city: 'Redondo',
      province: 'CA',
      post_code: '90277',
      country: 'US',
    },
  },
})

export const addressCheckResponses = (account: { carrier_code: string; carrier_account_id: string }) => ({
  AddressCheck: {
    status: 'corrected',
    checked_by: { carrier_code: account.carrier_code, carrier_account_id: account.carrier_account_id },
    suggestion: { city: 'REDONDO BEACH' },
    residential: true,
    latitude: 33.84311,
    longitude: -118.39412,
    messages: [],
  },
  AddressLocation: {
    candidates: [
      {
        latitude: 51.53086,
        longitude: -0.12287,
        label: '7 River Road, London, N1 9GU, United Kingdom',
        precision: 'building',
      },
    ],
    attribution: 'Data © OpenStreetMap contributors, ODbL 1.0. http://osm.org/copyright',
  },
})
