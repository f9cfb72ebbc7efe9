/** Manifests: parse → transaction → command → encode. */
import { Readable } from 'node:stream'
import { type Answer, answerOnce, findEarlierAnswer } from '@waybill/chassis/idempotency/operations'
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { pageRequest, toPage } from '@waybill/chassis/postgres/page'
import type { UnaryMethods } from '@waybill/chassis/rpc/server'
import { AppError, errorEnvelope } from '@waybill/contracts/app-error'
import {
  createManifestSchema,
  type ManifestStatus,
  type PublicManifest,
  type PublicOpenLabels,
} from '@waybill/contracts/bookings/manifest'
import { envelopeBytes, listEnvelope, successEnvelope } from '@waybill/contracts/envelope'
import type { BookingServiceHandlers } from '@waybill/contracts/gen/waybill/booking/v1/BookingService'
import { parseDocument } from '@waybill/contracts/requests/validation'
import { publicAddress } from '@waybill/contracts/values/address'
import { createManifest, getManifest, groupLabels, planManifest } from '../batches/manifests/commands.ts'
import { findDocument, listLabels } from '../batches/manifests/document-repository.ts'
import type { Manifest } from '../batches/manifests/manifest.ts'
import { listManifests } from '../batches/manifests/repository.ts'
import type { Dependencies } from '../dependencies.ts'
import { errorFromStored } from '../operations/errors.ts'
import { getShipment } from '../use-cases/reads.ts'

/** `wakeManifests` makes the worker look for due manifests now. `publicUrl`: base of the URLs that merchants get. */
export interface ManifestCalls {
  publicUrl: string
  wakeManifests: () => void
}

export const manifestHandlers = (dependencies: Dependencies & ManifestCalls) => {
  const { db, carriers, publicUrl, wakeManifests } = dependencies

  const toPublic = (manifest: Manifest) => publicManifest(manifest, publicUrl)
  const toAnswer = (status: number, manifest: Manifest): Answer => ({
    status,
    body: envelopeBytes(successEnvelope(toPublic(manifest))),
    etag: `${manifest.version}${manifest.hasDocument ? '' : '-0'}`,
  })

  return {
    async CreateManifest(request, context) {
      const document = parseDocument(createManifestSchema, JSON.parse(request.document.toString()))
      const earlier = context.idempotencyKey === null ? null : await findEarlierAnswer(db, context)
      if (earlier) return earlier
      const now = new Date()
      const plan = await planManifest(db, dependencies, context.environmentId, { document, now }).catch(nothingYet)
      const address = plan && (await getShipment(dependencies, context, plan.first.shipmentId)).pickupAddress
      const answer = await answerOnce(db, context, async (trx) =>
        toAnswer(202, await createManifest(trx, dependencies, context, { document, plan, address, now })),
      )
      wakeManifests()
      return answer
    },

    async GetManifest({ manifest_id: manifestId }, { environmentId }) {
      return toAnswer(200, await getManifest(db, { environmentId, manifestId }))
    },

    async ListManifests({ page, status, booking_id: bookingId }, { environmentId }) {
      const { limit, cursor } = pageRequest(page)
      const filters = { status: (status || null) as ManifestStatus | null, bookingId: bookingId || null }
      const list = ['manifests', environmentId, filters]
      const after = cursor === null ? null : (decodeCursor(list, cursor)[0] ?? '')
      const found = await listManifests(db, environmentId, filters, { after, limit })
      const { items, meta } = toPage(found, limit, (last) => encodeCursor(list, [last.manifestId]))
      return { status: 200, body: envelopeBytes(listEnvelope(items.map(toPublic), meta)) }
    },

    async ListOpenLabels({ ship_date }, { environmentId }) {
      const day = ship_date || new Date().toISOString().slice(0, 10)
      const filters = { carrierAccountId: null, bookingIds: null, day, locationId: null }
      const labels = await listLabels(db, environmentId, filters)
      const groups = groupLabels(labels, day, carriers).map(
        ({ first, makesManifests, included, leftOut }): PublicOpenLabels => ({
          carrier_code: first.carrierCode,
          carrier_account_id: first.carrierAccountId,
          carried_by: first.carriedBy,
          ship_date: day,
          location_id: first.pickup?.location_id ?? null,
          address: first.pickup,
          makes_manifests: makesManifests,
          schedules_pickups: carriers.get(first.carrierCode)?.descriptor.pickups !== undefined,
          booking_ids: included.map(({ bookingId }) => bookingId),
          left_out: leftOut,
        }),
      )
      const meta = { has_more: false, next_cursor: null, limit: groups.length }
      return { status: 200, body: envelopeBytes(listEnvelope(groups, meta)) }
    },

    async GetManifestDocument({ manifest_id: manifestId }, { environmentId }) {
      const manifest = await getManifest(db, { environmentId, manifestId })
      const document = await findDocument(db, manifest)
      if (document)
        return {
          contentType: document.contentType,
          length: document.bytes.length,
          bytes: Readable.from([document.bytes]),
        }
      if (manifest.step !== null) {
        const message = `The document of manifest ${manifestId} has not come yet. Retry in 2 s.`
        throw new AppError('manifest_not_ready', message, { retryAfterSeconds: 2 })
      }
      const why = manifest.status === 'failed' ? 'The manifest has failed' : 'It did not come, or is deleted'
      throw new AppError('manifest_not_available', `Manifest ${manifestId} has no document. ${why}.`)
    },
  } satisfies Partial<UnaryMethods<BookingServiceHandlers>>
}

/** The same plan, in the transaction, refuses the request. */
function nothingYet(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

function publicManifest(manifest: Manifest, publicUrl: string): PublicManifest {
  const { environmentId, manifestId, address, error } = manifest
  return {
    manifest_id: manifestId,
    merchant_id: manifest.merchantId,
    environment_id: environmentId,
    status: manifest.status,
    carrier_code: manifest.carrierCode,
    carrier_account_id: manifest.carrierAccountId,
    ship_date: manifest.shipDate,
    address: address && publicAddress(environmentId, address),
    booking_ids: manifest.jobs.map(({ bookingId }) => bookingId),
    left_out: manifest.leftOut,
    manifest_number: manifest.number,
    document_url: manifest.hasDocument ? `${publicUrl}/api/v1/manifests/${manifestId}/document` : null,
    error: error && errorEnvelope(errorFromStored(error), error.requestId, publicUrl).error,
    created_at: manifest.createdAt.toISOString(),
    completed_at: manifest.completedAt?.toISOString() ?? null,
    updated_at: manifest.updatedAt.toISOString(),
  }
}
