import { expect, test } from 'vitest'
import { aJob, aJobBody, aWireAddress } from '../testing/jobs.ts'
import { createFact } from './fact.ts'

const at = new Date('2026-11-21T08:00:00Z')
const makeFact = (code: string, request = aJobBody()) =>
  createFact(aJob({ request }), { id: 'job_1-2', code, occurredAt: at })

test('the courier is at the pickup, on the way, then at the door', () => {
  const latitudes = ['COLLECTED', 'TO_DROPOFF', 'AT_DROPOFF'].map((code) => makeFact(code).location?.latitude ?? 0)
  expect(latitudes).toEqual([51.5392, 51.53584, 51.5308])
})

test('the UTC offset follows the longitude, 15 degrees per hour', () => {
  const inTokyo = { latitude: 35.68, longitude: 139.69 }
  const request = aJobBody({ pickup: aWireAddress(inTokyo), dropoff: aWireAddress(inTokyo) })
  expect(makeFact('ACCEPTED', request).utc_offset_minutes).toBe(9 * 60)
  expect(makeFact('ACCEPTED').utc_offset_minutes).toBeCloseTo(0)
})

test('the ETA is the promised window until the courier sets off for the recipient, then the rest of the way', () => {
  expect(makeFact('ACCEPTED').eta).toEqual({ from: '2026-11-21T08:30:00.000Z', to: '2026-11-21T08:50:00.000Z' })
  // 4.2 km by road at 25 km/h are 10 minutes, of which 6 are left.
  expect(makeFact('TO_DROPOFF').eta).toEqual({ from: '2026-11-21T08:06:00.000Z', to: '2026-11-21T08:11:00.000Z' })
  expect(makeFact('AT_DROPOFF').eta).toEqual({ from: '2026-11-21T08:00:00.000Z', to: '2026-11-21T08:05:00.000Z' })
  expect(['DELIVERED', 'CANCELLED', 'RETURNING'].map((code) => makeFact(code).eta)).toEqual([null, null, null])
})

test('a courier takes a job, and a parcel service accepts an order', () => {
  expect(makeFact('ACCEPTED').description).toBe('A driver has taken the job')
  const parcel = aJobBody({ service: 'eco_standard' })
  expect(makeFact('ACCEPTED', parcel).description).toBe('The parcel service has accepted the order')
  expect(makeFact('COLLECTED', parcel).description).toBe('Goods collected')
})

test('only a delivery has a proof, signed by the recipient', () => {
  expect(makeFact('AT_DROPOFF').proof).toBeNull()
  expect(makeFact('DELIVERED').proof).toMatchObject({
    captured_at: '2026-11-21T08:00:00.000Z',
    recipient_name: 'Grace Miller',
    photos: [{ path: '/jobs/job_1/proof/photo-1.png', content_type: 'image/png' }],
    signature: { path: '/jobs/job_1/proof/signature.png', signer_name: 'Grace Miller' },
  })
})

test('a code that is no state has no description and the place of the pickup', () => {
  expect(makeFact('BEAMED_UP')).toMatchObject({ code: 'BEAMED_UP', description: null, location: { latitude: 51.5392 } })
})
