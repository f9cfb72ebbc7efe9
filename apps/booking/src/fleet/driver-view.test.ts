import { aParcelTransport } from '@waybill/carriers/testing/transports'
import { expect, test } from 'vitest'
import { driverJob } from './driver-view.ts'
import type { FleetJob } from './job.ts'

const address = { ...aParcelTransport(436).pickup, country: 'GB' }
const at = new Date('2026-12-01T09:00:00Z')
const job: FleetJob = {
  environmentId: 'env_1',
  jobId: 'job_1',
  reference: 'att_1',
  status: 'accepted',
  serviceCode: 'fleet_now',
  request: {
    pickup: { ...address, phone: '(020) 7946 0000' },
    dropoff: { ...address, phone: '+44 (0)20 7946 0000 ext. 5' },
    parcels: [],
    merchantOrderRef: 'order-1',
    pickupInstructions: null,
    dropoffInstructions: 'Ring twice',
  },
  readyAt: at,
  driverId: 'drv_1',
  offeredDriverId: null,
  declinedBy: [],
  dueAt: null,
  searchUntil: at,
  incident: null,
  version: 1,
  positionAt: null,
  createdAt: at,
  updatedAt: at,
}

test('a driver gets numbers that a phone dials, and the extension in the instructions', () => {
  const { pickup, dropoff } = driverJob(job)
  expect(pickup).toMatchObject({ phone: '+442079460000', instructions: null })
  expect(dropoff).toMatchObject({ phone: '+442079460000', instructions: 'Phone extension 5. Ring twice' })
})
