/** Pure: the ids under which DoorDash knows quotes and deliveries, which are ours. Letters, digits, `-`, `.`, `_` and `~`. */

/** The id of an offer: the quote's id, and its total in minor units, by which a later quote for the same job is judged. */
export const offerIdOf = (externalDeliveryId: string, totalMinor: number): string =>
  `${externalDeliveryId}/${totalMinor}`

/** What the offer cost in minor units; null: the id does not say. */
export function totalOfOffer(carrierOfferId: string | null): number | null {
  const [, total] = /\/(\d{1,12})$/.exec(carrierOfferId ?? '') ?? []
  return total === undefined ? null : Number(total)
}

/** A name for a draft of the job. Each draft has another one: DoorDash refuses a name that it knows. */
export const draftIdOf = (reference: string, unique: string): string =>
  `${reference.replaceAll(/[^A-Za-z0-9\-._~]/g, '-')}.${unique}`

/** The reference of the job from the name of its draft; null: DoorDash got the name from elsewhere. */
export function referenceOf(externalDeliveryId: string): string | null {
  const end = externalDeliveryId.lastIndexOf('.')
  return end <= 0 ? null : externalDeliveryId.slice(0, end)
}
