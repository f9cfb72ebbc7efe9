/** A shop on an ordinary day, made through the API: what the pictures of the console show. */
import { Waybill } from '@waybill/sdk'
import { eventually } from '@waybill/testing/eventually'
import type { Sandbox } from '../support/running-system.ts'

const pickup_address = {
  name: 'Corner Bakery',
  address_line_1: '12 Market Street',
  city: 'London',
  post_code: 'NW1 8AB',
  country: 'GB',
  latitude: 51.5392,
  longitude: -0.1426,
}

const recipients = [
  ['Grace Miller', '7 River Road', 'N1 9GU', 51.5352, -0.1099],
  ['Priya Shah', '48 Cheshire Street', 'E2 6EH', 51.5241, -0.0694],
  ['Tomás Ferreira', '3 Stockwell Park Road', 'SW9 0AP', 51.4741, -0.1207],
  ['Hannah Cole', '112 Lordship Lane', 'SE22 8HD', 51.4553, -0.0768],
  ['Oluwaseun Adeyemi', '29 Rye Lane', 'SE15 5EW', 51.4706, -0.0695],
  ['Fiona O’Brien', '61 Chalk Farm Road', 'NW1 8AN', 51.5424, -0.1518],
  ['Jun Watanabe', '5 Kensington Park Road', 'W11 3BU', 51.5127, -0.2035],
  ['Marta Kowalska', '88 Uxbridge Road', 'W12 8LR', 51.5043, -0.2251],
] as const

const goods = ['Sourdough loaf', 'Box of pastries', 'Birthday cake', 'Hamper', 'Bread rolls, 24']

type Status = NonNullable<NonNullable<Parameters<Waybill['simulator']['advance']>[1]>['status']>

/** Fate of each order, in the order of their references: nothing, a booking, or a booking that moves on. */
const orders: ('unbooked' | 'cancelled' | Status[])[] = [
  ...Array(5).fill('unbooked'),
  [],
  [],
  [],
  ['picked_up'],
  ...Array(4).fill(['delivered']),
  'cancelled',
  ['picked_up', 'failed'],
  ['en_route_to_dropoff'],
  ['en_route_to_dropoff'],
]

const findShipment = (place: number) => {
  const [name, street, post_code, latitude, longitude] = recipients[place % recipients.length] ?? recipients[0]
  return {
    merchant_order_ref: `ORDER-${1042 + place}`,
    collection_date: new Date(Date.now() + 3_600_000).toISOString(),
    pickup_address,
    dropoff_address: {
      name,
      address_line_1: street,
      city: 'London',
      post_code,
      country: 'GB',
      latitude,
      longitude,
    },
    parcels: [
      {
        title: goods[place % goods.length] ?? 'Box',
        weight_kg: 1.2 + (place % 4),
        length_cm: 30,
        width_cm: 20,
        height_cm: 15,
      },
    ],
  }
}

export interface DemoShop {
  /** A shipment with a courier on the way. */
  onTheWay: string
  /** A shipment that is not booked. */
  unbooked: string
}

/** Fills the environment of the sandbox; answers when every order is as it shall be. */
export async function openShop(sandbox: Sandbox): Promise<DemoShop> {
  const waybill = new Waybill({ apiKey: sandbox.access_token, baseUrl: sandbox.base_url })
  const shop: DemoShop = { onTheWay: '', unbooked: '' }
  for (const [place, order] of orders.entries()) {
    const { shipment_id } = await waybill.shipments.create(findShipment(place))
    if (order === 'unbooked') {
      shop.unbooked = shipment_id
      continue
    }
    const quote = await waybill.quotes.create({ shipment_id })
    const option = quote.options[place % Math.min(3, quote.options.length)]
    if (option === undefined) throw new Error(`No carrier makes an offer for ${shipment_id}.`)
    const { booking_id } = await waybill.shipments.book(shipment_id, { quote_option_id: option.quote_option_id })
    await eventually(async () => {
      const { status } = await waybill.bookings.get(booking_id)
      if (status === 'pending') throw new Error(`${booking_id} is pending.`)
    })
    if (order === 'cancelled') {
      await waybill.shipments.cancel(shipment_id, { reason_code: 'customer_request' })
      continue
    }
    for (const status of order) await waybill.simulator.advance(shipment_id, { status })
    if (order.includes('en_route_to_dropoff')) shop.onTheWay = shipment_id
  }
  return shop
}
