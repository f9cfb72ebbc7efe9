/** Reads and reports of drivers: parse → transaction → command → encode. The gateway has checked whose token it is. */

import { detectContentType } from '@waybill/carriers/wrappers/readable-documents'
import { type Answer, answerOnce } from '@waybill/chassis/idempotency/operations'
import { toPage } from '@waybill/chassis/postgres/page'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { AppError } from '@waybill/contracts/app-error'
import { envelopeBytes, listEnvelope } from '@waybill/contracts/envelope'
import { driverPositionSchema } from '@waybill/contracts/fleet/driver'
import { driverReportSchema, MOST_JOB_PHOTOS } from '@waybill/contracts/fleet/driver-job'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import { errorDetail, parseDocument, validationError } from '@waybill/contracts/requests/validation'
import type { Trx } from '../db.ts'
import type { Dependencies } from '../dependencies.ts'
import { SIGNATURE } from '../documents/proof-media.ts'
import { acceptOffer, declineOffer, lockOwnJob, moveDriver, reportJob } from '../fleet/commands.ts'
import { driverJob, mayAddMedia } from '../fleet/driver-view.ts'
import { getDriver } from '../fleet/drivers/commands.ts'
import type { FleetJob } from '../fleet/job.ts'
import { countPhotos, storeMedia } from '../fleet/media-repository.ts'
import { listJobsOfDriver } from '../fleet/repository.ts'

/** More than any capacity. */
const MOST_SHOWN = 100

/** Answers are kept for repeats: they hold no address. */
const noContent: Answer = { status: 204, body: Buffer.alloc(0) }

/** Types that browsers show and phones take. */
const PHOTO_TYPES: readonly (string | null)[] = ['image/jpeg', 'image/png', 'image/webp', 'image/heic']

export const driverJobHandlers = (dependencies: Dependencies) => {
  const { db } = dependencies
  const toKey = ({ environmentId }: { environmentId: string }, request: { driver_id: string; job_id: string }) => ({
    environmentId,
    driverId: request.driver_id,
    jobId: request.job_id,
  })
  return {
    async ListDriverJobs({ driver_id: driverId }, { environmentId }) {
      await getDriver(db, { environmentId, driverId })
      const jobs = await listJobsOfDriver(db, { environmentId, driverId })
      const { items, meta } = toPage(jobs.map(driverJob), MOST_SHOWN, () => '')
      return { status: 200, body: envelopeBytes(listEnvelope(items, meta)) }
    },

    async AcceptOffer(request, context) {
      return await answerOnce(db, context, async (trx) => {
        await acceptOffer(trx, dependencies, toKey(context, request))
        return noContent
      })
    },

    async DeclineOffer(request, context) {
      return await answerOnce(db, context, async (trx) => {
        await declineOffer(trx, toKey(context, request))
        return noContent
      })
    },

    async ReportJob(request, context) {
      const report = parseDocument(driverReportSchema, JSON.parse(request.document.toString()))
      return await answerOnce(db, context, async (trx) => {
        await reportJob(trx, dependencies, toKey(context, request), report)
        return noContent
      })
    },

    async AddJobMedia(request, context) {
      const { kind, content: bytes } = request
      const contentType = detectContentType(bytes)
      if (contentType === null || !PHOTO_TYPES.includes(contentType)) throw notAnImage()
      const key = toKey(context, request)
      return await answerOnce(db, context, async (trx) => {
        const job = await lockOwnJob(trx, key)
        if (!mayAddMedia(job)) throw tooLate(job)
        await storeMedia(trx, key, { name: await getName(trx, key, kind), contentType, bytes })
        return noContent
      })
    },

    async MoveDriver({ driver_id: driverId, document }, context) {
      const position = parseDocument(driverPositionSchema, JSON.parse(document.toString()))
      const { environmentId } = context
      return await answerOnce(db, context, async (trx) => {
        await moveDriver(trx, dependencies, { environmentId, driverId }, position)
        return noContent
      })
    },
  } satisfies Partial<UnaryMethods<BookingServiceHandlers>>
}

/** The name of the next photo, or that of the signature. The caller holds the job. */
async function getName(trx: Trx, key: { environmentId: string; jobId: string }, kind: string): Promise<string> {
  if (kind === SIGNATURE) return SIGNATURE
  const photos = await countPhotos(trx, key)
  if (photos < MOST_JOB_PHOTOS) return `photo-${photos + 1}`
  const message = `Job ${key.jobId} has ${photos} photos; ${MOST_JOB_PHOTOS} are allowed.`
  throw new AppError('report_out_of_order', message, { meta: { photos } })
}

const notAnImage = (): AppError =>
  validationError([errorDetail([], 'invalid_format', 'must be a JPEG, PNG, WebP or HEIC image', 'body')])

const tooLate = ({ jobId, status }: FleetJob): AppError =>
  new AppError(
    'report_out_of_order',
    `Job ${jobId} is ${status}. Photos and the signature are taken between pickup and delivery.`,
    { meta: { current_status: status } },
  )
