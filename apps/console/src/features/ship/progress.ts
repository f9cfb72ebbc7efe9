/** How far a shipment of this screen has come. It survives a reload, so that a booking is continued and not repeated. */
import { useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'

export interface Progress {
  quoteId: string
  shipmentId: string
  /** Of the option that is being booked or is booked. */
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

const pickupKey = (environmentId: string) => `waybill.pickup.${environmentId}`

/** Where the last shipment of this browser was collected. */
export function readLastPickup<T>(environmentId: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(pickupKey(environmentId)) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function keepLastPickup(environmentId: string, address: unknown): void {
  try {
    localStorage.setItem(pickupKey(environmentId), JSON.stringify(address))
  } catch {
    // A browser that keeps nothing asks again.
  }
}
