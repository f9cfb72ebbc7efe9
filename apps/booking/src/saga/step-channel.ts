/** Publishes each step of an operation on a diagnostics channel, for fault tests. Without a subscriber a no-op. */
import { channel } from 'node:diagnostics_channel'
import type { OnStep } from './steps/work.ts'

const steps = channel('waybill.booking.step')

/** The message. The step continues when every promise given to `waitFor` has resolved. */
export interface AnnouncedStep {
  /** As `OnStep` names it. */
  name: string
  shipmentId: string
  waitFor(promise: Promise<void>): void
}

export const announceStep: OnStep = async (name, { shipmentId }) => {
  if (!steps.hasSubscribers) return
  const awaited: Promise<void>[] = []
  const announced: AnnouncedStep = { name, shipmentId, waitFor: (promise) => void awaited.push(promise) }
  steps.publish(announced)
  await Promise.all(awaited)
}
