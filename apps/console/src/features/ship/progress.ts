/** How far a shipment of this screen has come. It survives a reload, so that a booking is continued and not repeated. */
import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'

export interface Progress {
  shipmentId: string
  quoteId?: string
  /** A courier is looked for: there is nothing to choose. */
  isOnDemand?: boolean
  /** ID of the option that is being booked or is booked. */
  quoteOptionId?: string
  /** Known from before the first attempt: a lost answer does not book twice. */
  bookingKey?: string
  bookingId?: string
}

export function useProgress(environmentId: string) {
  const name = `ship.progress.${environmentId}`
  const [progress, setProgress] = useState(() => readDraft<Progress>(name))
  return {
    progress,
    keep(next: Progress) {
      keepDraft(name, next)
      setProgress(next)
    },
    drop() {
      dropDraft(name)
      setProgress(null)
    },
  }
}

type Remembered = 'pickup' | 'pickup-location' | 'preset'
const keyOf = (what: Remembered, environmentId: string) => `waybill.${what}.${environmentId}`

/** Defaults from the last shipment of this browser: the address of its pickup, its pickup location, or its preset. */
export function readLast<T>(what: Remembered, environmentId: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(keyOf(what, environmentId)) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function keepLast(what: Remembered, environmentId: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(what, environmentId), JSON.stringify(value))
  } catch {
    // A browser that keeps nothing asks again.
  }
}
