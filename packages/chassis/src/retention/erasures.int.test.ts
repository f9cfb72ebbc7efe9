import { newId } from '@waybill/contracts/ids'
import { eventually } from '@waybill/testing/eventually'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerOnce } from '../idempotency/operations.ts'
import type { Loop } from '../loops/loops.ts'
import { appendOutbox } from '../messaging/outbox/outbox.ts'
import { park } from '../messaging/parking.ts'
import type { ChassisTables } from '../postgres/chassis-tables.ts'
import { transact } from '../postgres/database.ts'
import { createLog } from '../telemetry/log.ts'
import { aCall } from '../testing/call-context.ts'
import { type ChassisDatabase, createChassisDatabase } from '../testing/chassis-database.ts'
import { anEvent } from '../testing/domain-event.ts'
import { type Erasure, findErasure, NotYet, recordErasure, startErasures } from './erasures.ts'
import { countChassisRows, deleteSubjectEvents, rewriteSubjectAnswers } from './prune-subjects.ts'

let database: ChassisDatabase<ChassisTables>
beforeAll(async () => {
  database = await createChassisDatabase()
})
beforeEach(() => sql`truncate erasure, outbox, inbox_parked, idempotency_record`.execute(database.db))
afterAll(() => database.drop())

const anErasure = (fields: Partial<Erasure> = {}): Erasure => ({
  environmentId: 'env_1',
  subjectType: 'thing',
  subjectId: newId('op'),
  erasedAt: new Date(),
  isRecent: true,
  cause: 'operator',
  note: null,
  ...fields,
})

const note = (erasure: Erasure, options?: { passes?: number | null }) =>
  transact(database.db, (trx) => recordErasure(trx, erasure, options))
const found = ({ environmentId, subjectId }: Erasure) => findErasure(database.db, environmentId, subjectId)
const makeDue = () => sql`update erasure set due_at = now() where due_at is not null`.execute(database.db)

async function running(erase: (erasure: Erasure) => Promise<void>, work: (loop: Loop) => Promise<void>): Promise<void> {
  const log = createLog({ service: 'test', level: 'silent' })
  const loop = startErasures({ db: database.db, erase, log })
  try {
    await work(loop)
  } finally {
    await loop.stop()
  }
}

test('runs four passes for a recent subject, one for a settled subject', async () => {
  const [recent, settled] = [anErasure(), anErasure({ isRecent: false })]
  const passes: string[] = []
  expect(await note(recent)).toBe(true)
  expect(await note(recent)).toBe(false)
  await note(settled)
  await running(
    async ({ subjectId }) => {
      passes.push(subjectId)
    },
    async (loop) => {
      for (let pass = 1; pass <= 4; pass++) {
        await eventually(async () => expect(await found(recent)).toMatchObject({ passes: pass, complete: true }))
        await makeDue()
        loop.nudge()
      }
      await eventually(async () => {
        const { rows } = await sql`select from erasure where due_at is not null`.execute(database.db)
        expect(rows).toEqual([])
      })
    },
  )
  expect(passes.filter((subjectId) => subjectId === recent.subjectId)).toHaveLength(4)
  expect(passes.filter((subjectId) => subjectId === settled.subjectId)).toHaveLength(1)
})

test('retries a pass that is not possible yet, and stores the reason', async () => {
  const erasure = anErasure()
  let isOpen = true
  await note(erasure)
  await running(
    async () => {
      if (isOpen) throw new NotYet('an operation is open')
    },
    async (loop) => {
      await eventually(async () =>
        expect(await found(erasure)).toMatchObject({ passes: 0, complete: false, hindrance: 'an operation is open' }),
      )
      isOpen = false
      await makeDue()
      loop.nudge()
      await eventually(async () => expect(await found(erasure)).toMatchObject({ passes: 1, complete: true }))
    },
  )
})

test('repeats a pass in another process if its process died', async () => {
  const erasure = anErasure()
  await note(erasure)
  // Claimed by a process that then died: the next attempt is due in a minute.
  await sql`update erasure set tries = 1, due_at = now() + interval '1 minute'`.execute(database.db)
  await makeDue()
  await running(
    async () => {},
    async () => {
      await eventually(async () => expect(await found(erasure)).toMatchObject({ passes: 1 }))
    },
  )
})

test('does not repeat passes made when the erasure was recorded', async () => {
  const [first, all] = [anErasure(), anErasure()]
  await note(first, { passes: 1 })
  await note(all, { passes: null })
  expect(await found(first)).toMatchObject({ passes: 1, complete: true })
  const { rows } = await sql<{ subject_id: string }>`
    select subject_id from erasure where due_at > now() + interval '50 seconds'`.execute(database.db)
  expect(rows).toEqual([{ subject_id: first.subjectId }])
})

test("deletes a subject's published and parked events, but not unpublished ones or those of other subjects", async () => {
  const { db } = database
  const mine = { environmentId: 'env_1', subjectId: 'thing_1' }
  const deleteMine = () => transact(db, (trx) => deleteSubjectEvents(trx, 'env_1', ['thing_1']))
  const published = anEvent({ ...mine, public: { name: 'Grace' } })
  const unpublished = anEvent({ ...mine, public: { name: 'Grace' } })
  const internal = anEvent({ ...mine, public: null })
  const others = anEvent({ ...mine, environmentId: 'env_2', public: { name: 'Ada' } })
  await transact(db, (trx) => appendOutbox(trx, [published, internal, others]))
  await sql`update outbox set published_at = now()`.execute(db)
  await transact(db, (trx) => appendOutbox(trx, [unpublished]))
  for (const event of [published, others]) await park(db, 'thing.*', event, { reason: 'error', error: new Error('no') })

  expect(await countChassisRows(db, 'env_1', ['thing_1'])).toEqual({
    outbox: 2,
    inbox_parked: 1,
    idempotency_record: 0,
  })
  expect(await deleteMine()).toBe(1)
  const left = await db.selectFrom('outbox').select('event_id').orderBy('position').execute()
  expect(left.map(({ event_id }) => event_id)).toEqual([internal.eventId, others.eventId, unpublished.eventId])
  expect(await db.selectFrom('inbox_parked').select('event_id').execute()).toEqual([{ event_id: others.eventId }])

  await sql`update outbox set published_at = now()`.execute(db)
  expect(await deleteMine()).toBe(0)
})

test('rewrites stored answers that contain an id, and replays them rewritten', async () => {
  const { db } = database
  const [mine, another] = [aCall({ idempotencyKey: 'a' }), aCall({ idempotencyKey: 'b' })]
  for (const [call, id] of [
    [mine, 'thing_1'],
    [another, 'thing_2'],
  ] as const) {
    await answerOnce(db, call, async () => ({ status: 201, body: Buffer.from(`{"id":"${id}","name":"Grace"}`) }))
  }
  const rewrite = (body: Buffer) => Buffer.from(body.toString().replace('Grace', '[erased]'))
  expect(await countChassisRows(db, mine.environmentId, ['thing_1'])).toMatchObject({ idempotency_record: 1 })
  await transact(db, (trx) => rewriteSubjectAnswers(trx, mine.environmentId, ['thing_1'], rewrite))
  const repeat = async (call: typeof mine) =>
    (await answerOnce(db, call, () => Promise.reject(new Error('done twice')))).body.toString()
  expect(await repeat(mine)).toBe('{"id":"thing_1","name":"[erased]"}')
  expect(await repeat(another)).toBe('{"id":"thing_2","name":"Grace"}')
})
