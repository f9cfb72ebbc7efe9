/** Carriers that decline an on-demand shipment, in its timeline. */
import { transact } from '@waybill/chassis/postgres/database'
import { expect, test } from 'vitest'
import { aMerchant, getData, startSharedService } from '../testing/running-service.ts'
import { recordDeclines } from './commands.ts'

const service = await startSharedService()

const aDecline = (reason: string, service_code: string | null = 'swift_now') => ({
  carrier_code: 'swift_courier',
  service_code,
  reason,
  description: 'Goes at most 30 km.',
})

async function anOnDemandShipment() {
  const merchant = aMerchant(service)
  const { environmentId } = merchant
  const { shipment_id: shipmentId } = await merchant.created(undefined, { onDemand: true })
  const occurredAt = new Date('2026-12-01T09:00:00Z')
  return {
    record: (dispatchId: string, ...declined: ReturnType<typeof aDecline>[]) =>
      transact(service.db, (trx) =>
        recordDeclines(trx, { environmentId, shipmentId }, { dispatchId, declined, occurredAt }, new Date()),
      ),
    async entries(): Promise<{ type: string }[]> {
      const answer = await service.client.ListEvents({
        context: merchant.context(),
        shipment_id: shipmentId,
        page: { limit: 100, cursor: '' },
      })
      return getData<{ type: string }[]>(answer).filter(({ type }) => type === 'carrier_declined')
    },
  }
}

test('each reason of a service is shown once per dispatch', async () => {
  const { record, entries } = await anOnDemandShipment()
  await record('op_1', aDecline('too_far'), aDecline('timeout', null))
  await record('op_1', aDecline('too_far'), aDecline('too_heavy'))
  await record('op_2', aDecline('too_far'))
  expect(await entries()).toHaveLength(4)
  expect((await entries())[0]).toMatchObject({
    type: 'carrier_declined',
    status: 'in_transit',
    carrier_code: 'swift_courier',
    tracking_status: null,
    description: 'Goes at most 30 km.',
    occurred_at: '2026-12-01T09:00:00.000Z',
    booking_id: null,
  })
})

test('a shipment shows at most 50', async () => {
  const { record, entries } = await anOnDemandShipment()
  for (let round = 0; round < 3; round++) {
    await record(`op_${round}`, ...Array.from({ length: 20 }, (_, index) => aDecline(`reason_${index}`)))
  }
  expect(await entries()).toHaveLength(50)
})
