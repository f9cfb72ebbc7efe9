import { AppError } from '@waybill/contracts/app-error'
import { expect, test } from 'vitest'
import { type ItemAnswer, writeBatch } from './batch-answer.ts'

const showError = ({ code, message }: AppError) => ({ code, message }) as never

function write(answers: ItemAnswer[], dryRun = false) {
  const steps = writeBatch(answers, { dryRun, showError })
  let turns = 1
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return { turns, replayed: step.value.replayed, written: JSON.parse(step.value.body.toString()) }
    turns += 1
  }
}
const stored = (status: number, envelope: object, replayed = false): ItemAnswer => ({
  status,
  body: Buffer.from(JSON.stringify(envelope)),
  replayed,
})

test('each item has its outcome, in the order of the batch', () => {
  const data = { shipment_id: 'shp_1' }
  const { written, replayed } = write([
    stored(201, { success: true, data }, true),
    new AppError('validation_error', 'Wrong.'),
    stored(422, { success: false, error: { code: 'collection_date_in_past', message: 'Late.' } }),
  ])
  expect(written).toEqual({
    success: true,
    data: {
      dry_run: false,
      succeeded: 1,
      failed: 2,
      items: [
        { index: 0, outcome: 'registered', shipment: data, existing_shipment_id: null, error: null },
        {
          index: 1,
          outcome: 'failed',
          shipment: null,
          existing_shipment_id: null,
          error: { code: 'validation_error', message: 'Wrong.' },
        },
        {
          index: 2,
          outcome: 'failed',
          shipment: null,
          existing_shipment_id: null,
          error: { code: 'collection_date_in_past', message: 'Late.' },
        },
      ],
    },
  })
  expect(replayed).toBe(false)
  expect(write([stored(201, { data }, true)]).replayed).toBe(true)
})

test('a dry run has no shipments', () => {
  expect(write([{ existingShipmentId: 'shp_1' }], true).written.data).toEqual({
    dry_run: true,
    succeeded: 1,
    failed: 0,
    items: [{ index: 0, outcome: 'valid', shipment: null, existing_shipment_id: 'shp_1', error: null }],
  })
})

test('a large answer is written over many turns', () => {
  const shipment = { shipment_id: 'shp_1', pickup_instructions: 'x'.repeat(20_000) }
  const { turns, written } = write(Array.from({ length: 500 }, () => stored(201, { data: shipment })))
  expect(written.data.items).toHaveLength(500)
  // 10 MB, 256 KiB at a time.
  expect(turns).toBeGreaterThan(30)
})
