/** Actions with which the scenarios bring an operation to a step. */
import { aParcelDocument, aShipmentDocument } from '@waybill/testing/builders'
import { eventually } from '@waybill/testing/eventually'
import pg from 'pg'
import type { RunningSystem } from '../../support/running-system.ts'
import { databaseUrl } from '../audit.ts'
import { type Definite, persistentMerchant } from '../merchant.ts'
import { type Accepted, nothingAccepted } from '../workload.ts'
import type { Holds } from './step-holds.ts'

export const CARRIERS = ['city_van', 'eco_parcel', 'swift_courier'] as const
export type CarrierCode = (typeof CARRIERS)[number]

export interface Stage {
  system: RunningSystem
  holds: Holds
  accepted: Accepted
  /** The services' database, opened as its administrator. */
  db: pg.Pool
  call: Definite
  /** Sends a request that is answered only after the kill. */
  send(path: string, body: object, method?: 'POST' | 'PATCH'): void
  /** Creates a shipment. The title of its parcel can request a fault from the simulated carriers. */
  ship(title?: string): Promise<string>
  /** Creates an on-demand shipment whose dispatch is held at the step. */
  shipNow(step: string, title?: string): Promise<string>
  /** Gets an offer of the carrier for the shipment. */
  offer(shipmentId: string, carrier: CarrierCode): Promise<{ quote_option_id: string }>
  /** Creates a shipment booked with the carrier. */
  shipBooked(carrier: CarrierCode, title?: string): Promise<string>
  /** Resolves when the query returns a row. */
  row<T extends pg.QueryResultRow>(sql: string, values: unknown[]): Promise<T>
  /** All answers to what was sent; resolves when all are definite. */
  answers(): Promise<unknown>
  close(): Promise<void>
}

/** So that every carrier may be booked, again and again. */
const ANY_SERVICE = { carrier_codes: CARRIERS, max_attempts: 20 }

export function openStage(system: RunningSystem, holds: Holds): Stage {
  const accepted = nothingAccepted()
  const call = persistentMerchant(system.sandbox, accepted)
  const db = new pg.Pool({ connectionString: databaseUrl(system), max: 4 })
  const sent: Promise<unknown>[] = []
  let count = 0

  async function register(path: string, title?: string, others: object = {}): Promise<string> {
    const reference = `STEP-${++count}`
    const document = aShipmentDocument({
      merchant_order_ref: reference,
      parcels: [aParcelDocument(title ? { title } : {})],
      ...others,
    })
    const { status, body } = await call('POST', path, document)
    if (status !== 201) throw new Error(`${path} got status ${status}: ${JSON.stringify(body)}`)
    accepted.shipments.set(reference, body.data.shipment_id)
    return body.data.shipment_id
  }

  const stage: Stage = {
    system,
    holds,
    accepted,
    db,
    call,
    send: (path, body, method = 'POST') => void sent.push(call(method, path, body)),
    ship: (title) => register('/api/v1/shipments', title),
    async shipNow(step, title) {
      const shipmentId = await register('/api/v1/shipments/on-demand', title, { dispatch: ANY_SERVICE })
      holds.at(shipmentId, step)
      return shipmentId
    },
    async offer(shipmentId, carrier) {
      const { status, body } = await call('POST', '/api/v1/quotes', { shipment_id: shipmentId })
      const option = body.data?.options.find(({ carrier_code }: { carrier_code: string }) => carrier_code === carrier)
      if (option === undefined) throw new Error(`no offer from ${carrier}: ${status} ${JSON.stringify(body)}`)
      accepted.quotes.add(body.data.quote_id)
      return { quote_option_id: option.quote_option_id }
    },
    async shipBooked(carrier, title) {
      const shipmentId = await stage.ship(title)
      const { status, body } = await call(
        'POST',
        `/api/v1/shipments/${shipmentId}/book`,
        await stage.offer(shipmentId, carrier),
      )
      if (status !== 201) throw new Error(`the booking got status ${status}: ${JSON.stringify(body)}`)
      accepted.bookings.set(shipmentId, body.data.booking_id)
      return shipmentId
    },
    row: (sql, values) =>
      eventually(
        async () => {
          const { rows } = await db.query(sql, values)
          if (rows.length === 0) throw new Error(`nothing yet: ${sql}`)
          return rows[0]
        },
        // A search that found no carrier pauses for up to a minute, and a busy machine starts a killed service slowly.
        { timeoutMs: 180_000, intervalMs: 100 },
      ),
    answers: () => Promise.all(sent),
    close: () => db.end(),
  }
  return stage
}
