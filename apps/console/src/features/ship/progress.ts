/** How far a shipment of this screen has come. It survives a reload, so that a booking is continued and not repeated. */
import { useCallback, useRef, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'
import type { ShipValues } from './values.ts'

export interface Progress {
  /** Absent until the answer to `registering` is known. */
  shipmentId?: string
  /** The request that registers the shipment. Its answer can be lost: the same key finds the shipment that it made. */
  registering?: { values: ShipValues; key: string }
  /** Document of the shipment, as registered or corrected. */
  registered?: ShipValues
  /** The shipment has no longer what was registered. */
  isChangedElsewhere?: boolean
  etag?: string | null
  /** Last change of the shipment that the offers are for. */
  updatedAt?: string
  quoteId?: string
  /** A courier is looked for: there is nothing to choose. */
  isOnDemand?: boolean
  /** ID of the option that is being booked or is booked. */
  quoteOptionId?: string
  /** Known from before the first attempt: a lost answer does not book twice. */
  bookingKey?: string
  bookingId?: string
}

export interface KeptProgress {
  progress: Progress | null
  /** As of now, also in a function of an earlier render. */
  latest: () => Progress | null
  keep: (next: Progress) => void
  drop: () => void
}

export function useProgress(environmentId: string): KeptProgress {
  const name = `ship.progress.${environmentId}`
  const [progress, setProgress] = useState(() => readDraft<Progress>(name))
  const now = useRef(progress)
  const keep = useCallback(
    (next: Progress) => {
      keepDraft(name, next)
      now.current = next
      setProgress(next)
    },
    [name],
  )
  const drop = useCallback(() => {
    dropDraft(name)
    now.current = null
    setProgress(null)
  }, [name])
  return { progress, latest: useCallback(() => now.current, []), keep, drop }
}

type Remembered = 'pickup' | 'pickup-location' | 'preset'
const toKey = (what: Remembered, environmentId: string) => `waybill.${what}.${environmentId}`

/** Defaults from the last shipment of this browser: the address of its pickup, its pickup location, or its preset. */
export function readLast<T>(what: Remembered, environmentId: string): T | null {
  try {
    return JSON.parse(localStorage.getItem(toKey(what, environmentId)) ?? 'null') as T | null
  } catch {
    return null
  }
}

export function keepLast(what: Remembered, environmentId: string, value: unknown): void {
  try {
    localStorage.setItem(toKey(what, environmentId), JSON.stringify(value))
  } catch {
    // A browser that keeps nothing asks again.
  }
}
