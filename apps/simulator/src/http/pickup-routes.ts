/** Pickups of carriers that have them. */
import { z } from 'zod'
import type { SimulatorContext } from '../context.ts'
import { json } from '../faults/player.ts'
import type { Caller } from '../jobs/commands.ts'
import { findJob } from '../jobs/repository.ts'
import { cancelPickup, keepPickup } from '../pickups/repository.ts'
import { CarrierProblem } from '../problem.ts'
import { type CarrierRoute, requireKey } from './carrier-request.ts'
import { parseBody } from './requests.ts'

const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text))
const pickupBody = z.object({ jobs: z.array(z.string()).min(1), from: instant, to: instant })

/** Throws 404: the carrier has no pickups. */
function ownerFor({ carrier, carrierAccountId }: Caller) {
  const { carrierCode } = carrier
  if (carrier.pickups) return { carrierCode, carrierAccountId }
  throw new CarrierProblem(404, 'route_unknown', `${carrierCode} has no pickups.`)
}

export const pickupRoutes = ({ db }: SimulatorContext): CarrierRoute[] => [
  {
    method: 'POST',
    path: '/pickups',
    operation: 'schedule_pickup',
    async answer(request, caller) {
      const owner = ownerFor(caller)
      const { jobs, from: fromAt, to: toAt } = parseBody(pickupBody, request.body)
      for (const jobId of jobs) {
        if (await findJob(db, { ...owner, jobId })) continue
        throw new CarrierProblem(422, 'job_unknown', `There is no job ${jobId}.`)
      }
      const { pickupId, confirmation } = await keepPickup(db, owner, requireKey(request), { jobs, fromAt, toAt })
      return json(201, { id: pickupId, confirmation })
    },
  },
  {
    method: 'POST',
    path: '/pickups/:pickupId/cancel',
    operation: 'cancel_pickup',
    async answer({ params: { pickupId } }, caller) {
      const pickup = await cancelPickup(db, ownerFor(caller), pickupId)
      if (!pickup) throw new CarrierProblem(404, 'pickup_unknown', `There is no pickup ${pickupId}.`)
      return json(200, { id: pickupId, confirmation: pickup.confirmation })
    },
  },
]
