/** A merchant with own drivers, calling the services as the gateway does. */
import { contextMessage } from '@waybill/chassis/rpc/call-context'
import { systemContext } from '@waybill/chassis/rpc/client'
import type { PublicBooking } from '@waybill/contracts/booking'
import type { PublicFleetDriver } from '@waybill/contracts/fleet/driver'
import type { DriverJob } from '@waybill/contracts/fleet/driver-job'
import { eventually } from '@waybill/testing/eventually'
import type { BookingSystem, RunningBooking } from './booking-system.ts'
import { aMerchant, getData } from './merchant-calls.ts'

const aCard = {
  name: 'City',
  service_code: 'fleet_now',
  currency: 'GBP',
  pickup_country: 'GB',
  distance_price: { base_amount: '1.00' },
}

const bytes = (document: object) => Buffer.from(JSON.stringify(document))

export function aFleet(system: BookingSystem, booking: RunningBooking) {
  const merchant = aMerchant(system, booking)
  const { client } = booking
  const { environmentId } = merchant
  const context = () =>
    contextMessage(systemContext({ environmentId, merchantId: 'mer_1', livemode: false, timeoutMs: 60_000 }))
  const fleet = {
    ...merchant,
    context,
    createCard: (changes: object = {}) =>
      system.quotes.CreateRateCard({ context: context(), document: bytes({ ...aCard, ...changes }) }),
    async addDriver(changes: object = {}): Promise<PublicFleetDriver & { token: string }> {
      const document = bytes({ name: 'Dora', telephone: '+44 20 7946 0000', ...changes })
      return getData(await client.CreateDriver({ context: context(), document }))
    },
    async driver(id: string): Promise<PublicFleetDriver> {
      return getData(await client.GetDriver({ context: context(), driver_id: id }))
    },
    changeDriver: (id: string, patch: object) =>
      client.UpdateDriver({ context: context(), driver_id: id, document: bytes(patch) }),
    assign: (bookingId: string, driverId: string) =>
      client.AssignDriver({ context: context(), booking_id: bookingId, document: bytes({ driver_id: driverId }) }),
    /** Books an offer of the own fleet. */
    async bookFleet(): Promise<PublicBooking> {
      const { shipmentId, optionId } = await merchant.offer('own_fleet')
      return getData(await merchant.book(shipmentId, optionId))
    },
    /** Calls of a driver. */
    as(driverId: string) {
      const request = (jobId: string) => ({ context: context(), driver_id: driverId, job_id: jobId })
      const driver = {
        async jobs(): Promise<DriverJob[]> {
          return getData(await client.ListDriverJobs({ context: context(), driver_id: driverId }))
        },
        /** Waits until a job is offered to the driver. */
        offer: () =>
          eventually(async () => {
            const offered = (await driver.jobs()).find(({ status }) => status === 'searching')
            if (offered === undefined) throw new Error(`nothing is offered to driver ${driverId}`)
            return offered
          }),
        accept: (jobId: string) => client.AcceptOffer(request(jobId)),
        decline: (jobId: string) => client.DeclineOffer(request(jobId)),
        report: (jobId: string, status: string, more: object = {}) =>
          client.ReportJob({ ...request(jobId), document: bytes({ status, ...more }) }),
        upload: (jobId: string, kind: 'photo' | 'signature', content: Buffer) =>
          client.AddJobMedia({ ...request(jobId), kind, content }),
        move: (latitude: number, longitude: number) =>
          client.MoveDriver({ context: context(), driver_id: driverId, document: bytes({ latitude, longitude }) }),
      }
      return driver
    },
  }
  return fleet
}

export type Fleet = ReturnType<typeof aFleet>
