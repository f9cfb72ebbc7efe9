/** Places in the event log of an environment, and the ids by which clients name them. */
import { decodeCursor, encodeCursor } from '@waybill/chassis/postgres/cursor'
import { AppError } from '@waybill/contracts/app-error'
import { isId } from '@waybill/contracts/ids'

export interface Place {
  /** Position of the last event that was read; 0 before the first one. */
  position: number
  /** The events after the place are not older. RFC 3339. */
  at: string
}

const list = (environmentId: string) => ['event stream', environmentId]

/** The id of a message that is no event. As Last-Event-ID, it names the place; opaque to clients. */
export const placeId = (environmentId: string, { position, at }: Place): string =>
  encodeCursor(list(environmentId), [position.toString(36), Date.parse(at).toString(36)])

/** Place that a Last-Event-ID names: an event, or a place of `placeId`; null for any other text. */
export function readPlaceId(environmentId: string, id: string): { eventId: string } | { place: Place } | null {
  if (isId('evt', id)) return { eventId: id }
  try {
    const [position = '', atMs = ''] = decodeCursor(list(environmentId), id)
    const place = { position: Number.parseInt(position, 36), at: new Date(Number.parseInt(atMs, 36)) }
    const isPlace = Number.isSafeInteger(place.position) && place.position >= 0 && !Number.isNaN(place.at.getTime())
    return isPlace ? { place: { ...place, at: place.at.toISOString() } } : null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}
