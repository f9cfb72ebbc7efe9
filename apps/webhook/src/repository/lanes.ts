/** The lanes of the queue: a lower one is sent first. `manual` deliveries go in the lane of first attempts. */
export const lanes = { test: -1, first: 0, retry: 1, replay: 2 } as const
export type Lane = keyof typeof lanes
