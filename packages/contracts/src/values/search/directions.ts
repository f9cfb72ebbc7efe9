/** Ways of a shipment: to the recipient, or back from the recipient of another one. */
export const directions = ['outbound', 'return'] as const
export type Direction = (typeof directions)[number]
