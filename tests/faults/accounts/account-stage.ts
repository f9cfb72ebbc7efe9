/** A merchant with an account of one real carrier, at a server that is shaped like the vendor's. */
import type { CarrierDescriptor } from '@waybill/carriers/carrier-descriptor'
import type { FaultOrder } from '@waybill/carriers/conformance/conformance-case'
import type { RunningVendor, TestCarrier } from '@waybill/carriers/conformance/test-carrier'
import { aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import type { RunningSystem } from '../../support/running-system.ts'
import { transportDocument } from '../../support/transport-document.ts'
import { type Definite, persistentMerchant } from '../merchant.ts'
import type { Holds } from '../steps/step-holds.ts'
import { type Accepted, nothingAccepted } from '../workload.ts'

interface Option {
  quote_option_id: string
  carrier_account_id: string
}

export interface AccountStage {
  descriptor: CarrierDescriptor
  vendor: RunningVendor
  environmentId: string
  carrierAccountId: string
  accepted: Accepted
  call: Definite
  /** Makes the vendor fail the account's next requests of this operation. */
  order(operation: FaultOrder['operation'], mode: FaultOrder['mode'], times?: number): Promise<unknown>
  /** Creates a shipment and begins to book an offer of the account for it; the operation is held at the step. */
  beginBooking(step: string): Promise<string>
  book(): Promise<string>
  /** Books a shipment and begins to cancel it; the operation is held at the step. */
  beginCancellation(step: string): Promise<string>
  /** All answers to what was begun; resolves when all are definite. */
  answers(): Promise<unknown>
}

/** Creates the merchant and the account. `operate` makes calls to the admin API. */
export async function openAccountStage(
  { descriptor, start }: TestCarrier<RunningVendor>,
  { system, holds, webhookUrl }: { system: RunningSystem; holds: Holds; webhookUrl: string },
): Promise<AccountStage> {
  const vendor = await start()
  const accepted = nothingAccepted()
  const { admin_url, admin_token } = system.sandbox
  const admin = created(
    persistentMerchant({ ...system.sandbox, base_url: admin_url, access_token: admin_token }, accepted),
  )
  const { merchant_id } = await admin('/admin/merchants', { name: `Merchant of ${descriptor.name}` })
  const { environment_id: environmentId } = await admin(`/admin/merchants/${merchant_id}/environments`, {
    mode: 'test',
  })
  const { access_token } = await admin(`/admin/environments/${environmentId}/keys`, {})

  const call = persistentMerchant({ ...system.sandbox, access_token }, accepted)
  const create = created(call)
  await create('/api/v1/webhooks/subscriptions', { url: webhookUrl, events: ['*'] })
  const { carrierCode: carrier_code } = descriptor
  // The vendor's server makes credentials for an id, which is known afterwards.
  const account = {
    carrier_code,
    name: 'Shop',
    endpoint: vendor.url,
    credentials: vendor.addAccount(`cac_${carrier_code}`),
  }
  const { carrier_account_id: carrierAccountId } = await create('/api/v1/carrier-accounts', account)
  const credentials = vendor.addAccount(carrierAccountId)
  const path = `/api/v1/carrier-accounts/${carrierAccountId}`
  const { status, body } = await call('PATCH', path, { credentials })
  if (status !== 200) throw new Error(`${path} got status ${status}: ${JSON.stringify(body)}`)

  const { served, server } = vendor.subject()
  const transport = transportDocument(served)
  const sent: Promise<unknown>[] = []
  let count = 0

  async function offered(): Promise<{ shipmentId: string; offer: { quote_option_id: string } }> {
    const reference = `${carrier_code}-${++count}`
    const document = aShipmentDocument({ merchant_order_ref: reference, ...transport })
    const { shipment_id: shipmentId } = await create('/api/v1/shipments', document)
    accepted.shipments.set(reference, shipmentId)
    const { quote, own } = await quoted(shipmentId)
    accepted.quotes.add(quote.quote_id)
    return { shipmentId, offer: { quote_option_id: own.quote_option_id } }
  }

  /** A quote with an offer of the account. A carrier that did not answer in time makes none, as just after a kill. */
  const quoted = (shipmentId: string) =>
    eventually(
      async () => {
        const { body } = await call('POST', '/api/v1/quotes', { shipment_id: shipmentId })
        const own = body.data?.options.find((one: Option) => one.carrier_account_id === carrierAccountId)
        if (own === undefined) throw new Error(`no offer of ${carrier_code}: ${JSON.stringify(body)}`)
        return { quote: body.data, own }
      },
      { timeoutMs: 60_000, intervalMs: 500 },
    )

  async function book(): Promise<string> {
    const { shipmentId, offer } = await offered()
    const { booking_id } = await create(`/api/v1/shipments/${shipmentId}/book`, offer)
    accepted.bookings.set(shipmentId, booking_id)
    return shipmentId
  }

  return {
    descriptor,
    vendor,
    environmentId,
    carrierAccountId,
    accepted,
    call,
    book,
    order: (operation, mode, times = 1) => server.order({ carrierAccountId, operation, mode, times }),
    async beginBooking(step) {
      const { shipmentId, offer } = await offered()
      holds.at(shipmentId, step)
      sent.push(call('POST', `/api/v1/shipments/${shipmentId}/book`, offer))
      return shipmentId
    },
    async beginCancellation(step) {
      const shipmentId = await book()
      holds.at(shipmentId, step)
      sent.push(call('POST', `/api/v1/shipments/${shipmentId}/cancel`, { reason_code: 'fault_test' }))
      return shipmentId
    },
    answers: () => Promise.all(sent),
  }
}

/** Calls with POST; anything but an answer of 201 is an error. */
function created(call: Definite) {
  return async (path: string, document: object) => {
    const { status, body } = await call('POST', path, document)
    if (status !== 201) throw new Error(`${path} got status ${status}: ${JSON.stringify(body)}`)
    return body.data
  }
}
