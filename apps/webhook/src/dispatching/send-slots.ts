import { type EndpointKey, endpointKeyText } from '../endpoints/endpoint-key.ts'
import { type Candidate, chooseFairly } from '../fairness/choice.ts'
import {
  createSendCounts,
  type Destination,
  freeSlotsFor,
  increase,
  reachedByEnvironment,
  reachedByOrigin,
  reachedLimit,
  type SendLimit,
  type SendLimits,
} from '../fairness/send-limits.ts'

/** Chooses the deliveries to send next, at most `most`, in the order in which to send them. */
type Choose = <C extends Candidate>(candidates: readonly C[], most: number) => C[]

/** Bounds the sends of one process, in total, per environment and per origin. */
export interface SendSlots {
  /** How many more sends may start now, whatever their destination. */
  free(): number
  /** Whether a send to this destination may start now. */
  hasRoom(destination: Destination): boolean
  hasRoomAtOrigin(destination: Destination): boolean
  choose: Choose
  /** Sends of this process to an endpoint. */
  inFlightAt(endpoint: EndpointKey): number
  /** How many more sends an environment may start now, whatever their origin. */
  freeFor(environmentId: string): number
  /** Environments that may start no more sends now. */
  fullEnvironments(): string[]
  /** Whether the end of a send to this destination lets a delivery be sent that was refused a slot. */
  isWaitedFor(destination: Destination): boolean
  /** Runs a send, which must not reject, in a slot. `onFreed` runs when the slot is free again. */
  run(endpoint: EndpointKey & Destination, send: () => Promise<void>, onFreed: () => void): void
  /** Resolves when all sends that run now have ended. */
  whenIdle(): Promise<unknown>
  /** How many environments and origins are at their limit; `process` is 1 if all slots are taken. */
  countFull(): Record<SendLimit, number>
}

export function createSendSlots(limits: SendLimits, inFlight: { inc(): void; dec(): void }): SendSlots {
  const running = new Set<Promise<void>>()
  const counts = createSendCounts()
  const byEndpoint = new Map<string, number>()
  /** Limits that refused a slot since a send ended there. */
  const waitedFor = new Set<string>()
  const free = () => Math.max(0, limits.process - counts.total)
  const waitFor = (limit: SendLimit, destination: Destination) => waitedFor.add(waitKeys(destination)[limit])
  const isWaitedFor = (destination: Destination) =>
    waitedFor.size > 0 && Object.values(waitKeys(destination)).some((key) => waitedFor.has(key))

  return {
    free,
    hasRoom: (destination) => free() > 0 && reachedLimit(counts, limits, destination) === null,
    hasRoomAtOrigin(destination) {
      const hasRoom = reachedByOrigin(counts, limits, destination) === null
      if (!hasRoom) waitFor('origin', destination)
      return hasRoom
    },
    choose(candidates, most) {
      const { chosen, refused } = chooseFairly(candidates, { counts, limits, most: Math.min(most, free()) })
      for (const { limit, destination } of refused) waitFor(limit, destination)
      return chosen
    },
    inFlightAt: (endpoint) => byEndpoint.get(endpointKeyText(endpoint)) ?? 0,
    freeFor: (environmentId) => freeSlotsFor(counts, limits, environmentId),
    fullEnvironments: () =>
      [...counts.environments()].filter((environmentId) => {
        const limit = reachedByEnvironment(counts, limits, environmentId)
        if (limit !== null) waitFor(limit, { environmentId, origin: '' })
        return limit !== null
      }),
    isWaitedFor,
    run(endpoint, send, onFreed) {
      inFlight.inc()
      counts.add(endpoint)
      increase(byEndpoint, endpointKeyText(endpoint), 1)
      const sending = send().finally(() => {
        running.delete(sending)
        counts.remove(endpoint)
        increase(byEndpoint, endpointKeyText(endpoint), -1)
        inFlight.dec()
        onFreed()
        for (const key of Object.values(waitKeys(endpoint))) waitedFor.delete(key)
      })
      running.add(sending)
    },
    whenIdle: () => Promise.allSettled(running),
    countFull: () => ({ ...counts.countFull(limits), process: free() === 0 ? 1 : 0 }),
  }
}

const waitKeys = ({ environmentId, origin }: Destination): Record<SendLimit, string> => ({
  process: 'process',
  environment: environmentId,
  origin,
})
