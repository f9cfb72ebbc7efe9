/** Pure: names and transit times of services of aggregators. */

/**
 * A name in lower case, with nothing but letters, digits and underscores: the carrier's or the service's part of a code. Takes
 * time in proportion to the length of the name, which a carrier chooses.
 */
export const toCode = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replaceAll(/^_+|(?<!_)_+$/g, '') || 'unknown'

/**
 * Working days in transit of a service whose carrier publishes none: longer than any parcel service of USPS, UPS and FedEx, at home
 * in the United States unless it crosses borders.
 */
export const longestTransitDaysOfAny = (crossesBorders: boolean): number => (crossesBorders ? 21 : 10)
