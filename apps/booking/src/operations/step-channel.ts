/** Tells who listens in this process, by a diagnostics channel, which step an operation has come to; usually nobody does. */
import { channel } from 'node:diagnostics_channel'
import type { OnStep } from './steps/work.ts'

const steps = channel('waybill.booking.step')

/** What is told. The step goes on when everything that it was told to wait for has come. */
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
