/** ShipEngine's answers about pickups that it cannot make as they are asked for. */
import { expect, test } from 'vitest'
import type { CarrierAdapter, PickupRequest } from '../../carrier-adapter.ts'
import { error, stageShipEngine } from '../../testing/shipengine/stage.ts'

const { stage, aCall, sentTo } = stageShipEngine()
const adapter = () => stage.adapter as Required<CarrierAdapter>

const address = { name: 'Ada Baker', phone: '+1 404 555 0123', email: 'ada@example.com' } as PickupRequest['address']
const aRequest = (overrides: Partial<PickupRequest> = {}): PickupRequest => ({
  reference: 'pku_1',
  requestedAt: new Date('2026-12-01T12:00:00Z'),
  jobs: [{ carrierJobId: 'se-1' }, { carrierJobId: 'se-2' }] as unknown as PickupRequest['jobs'],
  address,
  fromAt: new Date('2026-12-01T15:00:00Z'),
  toAt: new Date('2026-12-01T18:00:00Z'),
  instructions: null,
  draftId: null,
  ...overrides,
})
const taken = {
  path: /pickups$/,
  ...error(400, 'invalid_status', 'A pickup request was already created for this label.'),
}
const lists = (pickups: object[], pages = 1) => ({ path: /pickups\?/, status: 200, body: { pickups, pages } })
const aPickup = (labelIds: string[], cancelledAt: string | null = null) => ({
  pickup_id: 'pik_1',
  label_ids: labelIds,
  confirmation_number: 'C1',
  cancelled_at: cancelledAt,
})

test.each(['name', 'email', 'phone'])(
  'a contact without its %s is refused before ShipEngine is asked',
  async (field) => {
    const before = sentTo(/pickups/).length
    const outcome = await adapter().schedulePickup(
      aRequest({ address: { ...address, company: null, [field]: null } }),
      aCall(),
    )
    expect(outcome).toMatchObject({
      kind: 'refused',
      failure: { message: expect.stringContaining(`/address/${field} is missing`) },
    })
    expect(sentTo(/pickups/)).toHaveLength(before)
  },
)

test('labels that have a pickup since it was asked for are its own, and others are refused', async () => {
  const server = stage.server
  server.answerNext(taken)
  server.answerNext(lists([aPickup(['se-2', 'se-1'])]))
  expect(await adapter().schedulePickup(aRequest(), aCall())).toMatchObject({
    kind: 'scheduled',
    pickup: { confirmation: 'C1' },
  })
  expect(sentTo(/pickups/).at(-1)?.path).toContain('created_at_start=2026-12-01T11%3A55')
  for (const other of [aPickup(['se-1']), aPickup(['se-1', 'se-2'], '2026-12-01T12:30:00Z')]) {
    server.answerNext(taken)
    server.answerNext(lists([other]))
    expect(await adapter().schedulePickup(aRequest(), aCall())).toMatchObject({ kind: 'refused' })
  }
})

test('a pickup is looked for on every page, and one that is not listed whole is not "not found"', async () => {
  stage.server.answerNext(lists([], 2))
  stage.server.answerNext(lists([aPickup(['se-1', 'se-2'])], 2))
  expect(await adapter().findPickup(aRequest(), aCall())).toMatchObject({ kind: 'found' })
  for (let page = 1; page <= 10; page++) stage.server.answerNext(lists([], 11))
  expect(await adapter().findPickup(aRequest(), aCall())).toMatchObject({
    kind: 'failed',
    failure: { retryable: true },
  })
})
