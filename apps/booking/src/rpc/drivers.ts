/** Drivers of merchants' own fleets: parse → transaction → command → encode. */

import { ownFleetDescriptor } from '@waybill/carriers/adapters/own-fleet/descriptor'
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import type { SecretBox } from '@waybill/chassis/secrets/secret-box'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import {
  createDriverSchema,
  publicFleetDriver,
  type UpdateDriver,
  updateDriverSchema,
  wrongDriverSentBack,
} from '@waybill/contracts/fleet/driver'
import { assignDriverSchema } from '@waybill/contracts/fleet/driver-job'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import { parseDocument, readDocument, withOthers } from '@waybill/contracts/requests/validation'
import type { Dependencies } from '../dependencies.ts'
import { assignDriver, notAssignable } from '../fleet/commands.ts'
import { changeDriver, createDriver, deleteDriver, getDriver, replaceToken } from '../fleet/drivers/commands.ts'
import { type DriverKey, findDriver, findDriverByToken, listDrivers } from '../fleet/drivers/repository.ts'
import { hashToken, mintToken, openToken, sealToken } from '../fleet/drivers/token.ts'
import type { BusyDriver } from '../fleet/job.ts'
import { getBookingRecord } from '../use-cases/reads.ts'

const shown = (driver: BusyDriver) => publicFleetDriver(driver, driver.openJobs)

const answer = (status: number, driver: BusyDriver, more: object = {}): Answer => ({
  status,
  body: envelopeBytes(successEnvelope({ ...shown(driver), ...more })),
  etag: String(driver.version),
})

/** Answers are stored with the token sealed. Opening it here gives a repeat the same bytes as the first call. */
function withOpenToken(stored: Answer, box: SecretBox): Answer {
  if (stored.status >= 300) return stored
  const { data } = JSON.parse(stored.body.toString()) as {
    data: { token: string; driver_id: string; environment_id: string }
  }
  const key = { environmentId: data.environment_id, driverId: data.driver_id }
  return { ...stored, body: envelopeBytes(successEnvelope({ ...data, token: openToken(box, data.token, key) })) }
}

export const driverHandlers = (dependencies: Dependencies & { box: SecretBox }) => {
  const { db, box, codec } = dependencies
  const toKey = ({ environmentId }: { environmentId: string }, request: { driver_id: string }): DriverKey => ({
    environmentId,
    driverId: request.driver_id,
  })

  /** Throws `validation_error` with every wrong field, judged with the stored driver. */
  async function readPatch(key: DriverKey, given: unknown): Promise<UpdateDriver> {
    const read = readDocument(updateDriverSchema, given)
    if (read.ok) return read.document
    const before = await findDriver(db, key)
    throw withOthers(read.error, before ? wrongDriverSentBack(shown(before), read.accepted) : [])
  }

  return {
    async CreateDriver(request, context) {
      const document = parseDocument(createDriverSchema, JSON.parse(request.document.toString()))
      const token = mintToken()
      const stored = await answerOnce(db, context, async (trx) => {
        const created = { document, tokenHash: hashToken(token), at: new Date() }
        const driver = await createDriver(trx, context.environmentId, created)
        return answer(201, driver, { token: sealToken(box, token, driver) })
      })
      return withOpenToken(stored, box)
    },

    async GetDriver(request, context) {
      return answer(200, await getDriver(db, toKey(context, request)))
    },

    async ListDrivers(request, { environmentId }) {
      const { limit, cursor } = pageRequest(request.page)
      const list = ['drivers', environmentId]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const found = await listDrivers(db, environmentId, { after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [last.driverId]))
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(shown), meta)) }
    },

    async UpdateDriver(request, context) {
      const patch = await readPatch(toKey(context, request), JSON.parse(request.document.toString()))
      const { ifMatch } = context
      return await answerOnce(db, context, async (trx) =>
        answer(200, await changeDriver(trx, toKey(context, request), { ifMatch, patch, at: new Date() })),
      )
    },

    async DeleteDriver(request, context) {
      return await answerOnce(db, context, async (trx) => {
        await deleteDriver(trx, toKey(context, request), context.ifMatch)
        return { status: 204, body: Buffer.alloc(0) }
      })
    },

    async RotateDriverToken(request, context) {
      const token = mintToken()
      const stored = await answerOnce(db, context, async (trx) => {
        const driver = await replaceToken(trx, toKey(context, request), hashToken(token))
        return answer(200, driver, { token: sealToken(box, token, driver) })
      })
      return withOpenToken(stored, box)
    },

    async AssignDriver(request, context) {
      const { driver_id: driverId } = parseDocument(assignDriverSchema, JSON.parse(request.document.toString()))
      const { environmentId } = context
      const { carrierCode, carrierJobId: jobId } = await getBookingRecord(db, environmentId, request.booking_id)
      if (carrierCode !== ownFleetDescriptor.carrierCode || jobId === null) throw notAssignable(null)
      return await answerOnce(db, context, async (trx) => {
        await assignDriver(trx, dependencies, { environmentId, jobId, driverId })
        return codec.toAnswer(await getBookingRecord(trx, environmentId, request.booking_id), 200)
      })
    },

    async FindDriverByToken({ token_hash: tokenHash }) {
      const driver = await findDriverByToken(db, tokenHash)
      return { environment_id: driver?.environmentId ?? '', driver_id: driver?.driverId ?? '' }
    },
  } satisfies Partial<UnaryMethods<BookingServiceHandlers>>
}
