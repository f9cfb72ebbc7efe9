/** Shippo's answers about pickups, which it cannot be asked about again. */
import { expect, test } from 'vitest'
import type { CarrierAdapter, PickupRequest } from '../../carrier-adapter.ts'
import { stageShippo } from '../../testing/shippo/stage.ts'
import { aParcelTransport } from '../../testing/transports.ts'

const { stage, aCall, lastBody } = stageShippo()

const aRequest = (instructions: string | null): PickupRequest => ({
  reference: 'pku_1',
  requestedAt: new Date(),
  jobs: [{ carrierJobId: 't1' }] as unknown as PickupRequest['jobs'],
  address: aParcelTransport(436).pickup,
  fromAt: new Date('2026-12-01T15:00:00Z'),
  toAt: new Date('2026-12-01T18:00:00Z'),
  instructions,
  draftId: null,
})

/** The outcome of a pickup that Shippo answers with this. */
async function schedule(body: object, instructions: string | null = null) {
  stage.server.answerNext({ path: /transactions/, status: 200, body: { object_id: 't1', rate: 'r1' } })
  stage.server.answerNext({ path: /rates/, status: 200, body: { carrier_account: 'ca1' } })
  stage.server.answerNext({ path: /pickups/, status: 201, body: { object_id: 'p1', ...body } })
  const { schedulePickup } = stage.adapter as Required<CarrierAdapter>
  return await schedulePickup(aRequest(instructions), aCall())
}

test.each([
  [
    { status: 'CONFIRMED', confirmation_code: 'W1' },
    { kind: 'scheduled', pickup: { confirmation: 'W1' } },
  ],
  [
    { status: 'ERROR', messages: ['No service there.'] },
    { kind: 'refused', failure: { message: 'No service there.' } },
  ],
  [{ status: 'PENDING' }, { kind: 'unknown', failure: { message: expect.stringContaining('no way to ask again') } }],
])('a pickup that is %j is %j', async (body, outcome) => {
  expect(await schedule(body)).toMatchObject(outcome)
})

test('instructions say where the parcels are, for which Shippo has a type of place', async () => {
  const lastLocation = () => lastBody(/pickups/).location
  await schedule({ status: 'CONFIRMED' }, 'Behind the gate')
  expect(lastLocation()).toMatchObject({ building_location_type: 'Other', instructions: 'Behind the gate' })
  await schedule({ status: 'CONFIRMED' })
  expect(lastLocation()).toMatchObject({ building_location_type: 'Front Door' })
})
