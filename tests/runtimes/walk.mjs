/** A small program of a merchant, which every runtime runs as it stands here. */
import { money, Waybill, WaybillError, Webhook } from '@waybill/sdk'

const address = (name, line, postCode) => ({
  name,
  address_line_1: line,
  city: 'London',
  post_code: postCode,
  country: 'GB',
})

/** The error that a promise rejects with, as text. */
const failure = (promise) =>
  promise.then(
    () => 'no error',
    (error) => (error instanceof WaybillError ? `${error.name} ${error.code}` : String(error)),
  )

/**
 * Ships something and returns what it saw. `silentUrl` never answers.
 * @param {{ baseUrl: string, silentUrl: string, apiKey: string, dangerouslyAllowBrowser?: boolean }} options
 */
export async function walk({ silentUrl, ...options }) {
  const waybill = new Waybill(options)
  const { shipment_id: shipmentId } = await waybill.shipments.create({
    merchant_order_ref: `ORDER-${crypto.randomUUID()}`,
    collection_date: new Date().toISOString(),
    pickup_address: address('Corner Bakery', '12 Market Street', 'NW1 8AB'),
    dropoff_address: address('Zoë Müller', '7 River Road', 'N1 9GU'),
    parcels: [{ title: 'Box of bread', weight_kg: 1.25, length_cm: 30, width_cm: 20, height_cm: 15 }],
  })
  const { options: offers } = await waybill.quotes.create({ shipment_id: shipmentId })
  const booked = await waybill.shipments.book(shipmentId, { quote_option_id: offers[0].quote_option_id })
  // A carrier may be slow: the timeline has the booking once it is known.
  const tracked = []
  let isAdvanced = false
  for await (const { tracking_status, status } of waybill.shipments.track(shipmentId)) {
    tracked.push(tracking_status ?? status)
    if (tracking_status !== 'assigned' || isAdvanced) continue
    isAdvanced = true
    await waybill.simulator.advance(shipmentId, { status: 'delivered' })
  }
  const [oldest] = await waybill.events.list({ order: 'asc' }).toArray({ limit: 1 })
  const streamed = [oldest.type]
  for await (const { type } of waybill.events.stream({ subjectId: shipmentId, after: oldest.id })) {
    streamed.push(type)
    if (type === 'shipment.delivered') break
  }
  const { recipient } = await readRecipient(waybill, shipmentId)

  const body = JSON.stringify({ id: 'evt_1', type: 'shipment.delivered', note: 'Zoë' })
  const webhook = new Webhook('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
  const headers = await webhook.sign('evt_1', body)
  const verified = await webhook.verify(new TextEncoder().encode(body), new Headers(headers))
  const forged = await webhook.verify(body.replace('Zoë', 'Zoe'), headers).catch((error) => error.code)

  const silent = new Waybill({ ...options, baseUrl: silentUrl, timeoutMs: 300, maxRetries: 0 })
  return {
    booked: /^bkg_/.test(booked.booking_id),
    tracked,
    streamed,
    recipient,
    verified: verified.id,
    forged,
    missing: await failure(waybill.shipments.get('shp_00000000000000000000000000')),
    wrong: await failure(waybill.shipments.create({ parcels: [] })),
    timedOut: await failure(silent.shipments.list()),
    sum: money.add('0.10', offers[0].total_amount) !== offers[0].total_amount,
  }
}

/** The name arrives whole: umlauts are not broken on the way there or back. */
async function readRecipient(waybill, shipmentId) {
  const { dropoff_address: to } = await waybill.shipments.addresses(shipmentId)
  return { recipient: to.name }
}
