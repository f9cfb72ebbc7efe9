/** Manifests of carriers that make them. */
import { transact } from '@waybill/chassis/postgres/database'
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { printManifest } from '../documents/manifest-document.ts'
import { SLOW_MS } from '../faults/fault.ts'
import { magicFault } from '../faults/magic-values.ts'
import { json } from '../faults/player.ts'
import type { Caller } from '../jobs/commands.ts'
import type { Job } from '../jobs/job.ts'
import { findJob } from '../jobs/repository.ts'
import { findManifest, findManifestByKey, insertManifest, type Manifest } from '../manifests/repository.ts'
import { CarrierProblem } from '../problem.ts'
import { type CarrierRoute, requireKey } from './carrier-request.ts'
import { parseBody } from './requests.ts'

const manifestBody = z.object({ jobs: z.array(z.string()).min(1).max(500), ship_date: z.iso.date() })

/** Throws 404: the carrier makes no manifests. */
function ownerFor({ carrier, carrierAccountId }: Caller) {
  const { carrierCode } = carrier
  if (carrier.manifests) return { carrierCode, carrierAccountId }
  throw new CarrierProblem(404, 'route_unknown', `${carrierCode} makes no manifests.`)
}

export const manifestRoutes = (context: SimulatorContext): CarrierRoute[] => [
  createRoute(context),
  {
    method: 'GET',
    path: '/manifests/:manifestId',
    operation: 'find',
    answer: async (request, caller) =>
      json(200, manifestAnswer(await getManifest(context, caller, request.params.manifestId))),
  },
  {
    method: 'GET',
    path: '/manifests/:manifestId/document',
    operation: 'label',
    async answer(request, caller) {
      const manifest = await getManifest(context, caller, request.params.manifestId)
      if (!isReady(manifest)) throw new CarrierProblem(409, 'not_ready', 'The manifest is being made.')
      const jobs = await Promise.all(manifest.jobs.map((jobId) => findJob(context.db, { ...ownerFor(caller), jobId })))
      const numbers = jobs.flatMap((job) => (job ? [job.trackingNumber] : []))
      return {
        status: 200,
        contentType: 'application/pdf',
        body: await printManifest(caller.carrier, manifest, numbers),
      }
    },
  },
]

const createRoute = ({ db }: SimulatorContext): CarrierRoute => ({
  method: 'POST',
  path: '/manifests',
  operation: 'create_manifest',
  async answer(request, caller) {
    const owner = ownerFor(caller)
    const key = requireKey(request)
    const { jobs: ids, ship_date: shipDate } = parseBody(manifestBody, request.body)
    const earlier = await findManifestByKey(db, owner, key)
    if (earlier) return json(200, manifestAnswer(earlier))
    const jobs = await Promise.all(ids.map(async (jobId) => [jobId, await findJob(db, { ...owner, jobId })] as const))
    refuse(jobs.filter(([, job]) => job === undefined || job.code === 'CANCELLED').map(([jobId]) => jobId))
    const magic = (mode: string) =>
      jobs.filter(([, job]) => job && magicFault(owner.carrierCode, 'create_manifest', job.request)?.mode === mode)
    refuse(magic('refuse').map(([jobId]) => jobId))
    const readyInMs = magic('slow').length > 0 ? SLOW_MS : 0
    await transact(db, async (trx) => refuse(await insertManifest(trx, owner, key, { jobs: ids, shipDate, readyInMs })))
    const made = await findManifestByKey(db, owner, key)
    if (!made) throw new Error(`manifest ${key} is not stored`)
    return json(201, manifestAnswer(made))
  },
})

/** Throws 422 unless there are none. It names each. */
function refuse(jobIds: readonly Job['jobId'][]): void {
  if (jobIds.length === 0) return
  const message = `These jobs are unknown, cancelled, in another manifest or not taken: ${jobIds.join(', ')}.`
  throw new CarrierProblem(422, 'job_refused', message)
}

async function getManifest({ db }: SimulatorContext, caller: Caller, manifestId: string): Promise<Manifest> {
  const manifest = await findManifest(db, ownerFor(caller), manifestId)
  if (manifest) return manifest
  throw new CarrierProblem(404, 'manifest_unknown', `There is no manifest ${manifestId}.`)
}

const isReady = ({ readyAt }: Manifest): boolean => readyAt <= new Date()

const manifestAnswer = (manifest: Manifest) => ({
  id: manifest.manifestId,
  number: manifest.number,
  state: isReady(manifest) ? 'created' : 'creating',
})
