/** A merchant with a carrier account, in a tenant that no other test uses. */
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import { call, getData, type Reply } from '../api.ts'
import { aReference, untilAnswered } from '../journeys.ts'
import { createTenant } from '../tenant.ts'

export type Merchant = Awaited<ReturnType<typeof createMerchant>>

export async function createMerchant(mode: 'test' | 'live' = 'test') {
  const { access_token: token } = await createTenant(mode)
  const send = (method: string, path: string, body?: unknown): Promise<Reply> =>
    untilAnswered((headers) => call(method, path, { token, body, headers }), method === 'POST')

  /** The data, with 200. */
  const read = async (path: string) => getData(await send('GET', path), 200)
  const createShipment = async (document: object) =>
    getData(
      await send('POST', '/api/v1/shipments', aShipmentDocument({ merchant_order_ref: aReference(), ...document })),
      201,
    )
  const quote = async (shipmentId: string) =>
    getData(await send('POST', '/api/v1/quotes', { shipment_id: shipmentId }), 201)
  const book = (shipmentId: string, quoteOptionId: string) =>
    send('POST', `/api/v1/shipments/${shipmentId}/book`, { quote_option_id: quoteOptionId })

  return {
    send,
    read,
    createShipment,
    quote,
    book,
    /** Creates the account and resolves to it, with the path of its resource. */
    async addAccount(document: object) {
      const account = getData(await send('POST', '/api/v1/carrier-accounts', document), 201)
      return { ...account, path: `/api/v1/carrier-accounts/${account.carrier_account_id}` }
    },
    /** Books the offer of the service for a new shipment. */
    async bookService(serviceCode: string, document: object) {
      const shipment = await createShipment(document)
      const { options } = await quote(shipment.shipment_id)
      const option = options.find((one: { service_code: string }) => one.service_code === serviceCode)
      const booking = getData(await book(shipment.shipment_id, option.quote_option_id), 201)
      return { shipment, option, booking, path: `/api/v1/bookings/${booking.booking_id}` }
    },
    cancel: (shipmentId: string) =>
      send('POST', `/api/v1/shipments/${shipmentId}/cancel`, { reason_code: 'customer_request' }),
    /** The resource as soon as it has the status. */
    until: (path: string, status: string) =>
      eventually(
        async () => {
          const data = await read(path)
          if (data.status !== status) throw new Error(`${path} is ${data.status}, not ${status}`)
          return data
        },
        { timeoutMs: 60_000 },
      ),
  }
}
