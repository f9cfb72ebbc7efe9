/**
 * Pure: the lanes of the queue; a lower number is sent first. A manual redelivery uses the lane of tests, because both
 * ignore the pauses of their endpoint; across endpoints it ranks with first attempts.
 */
export const lanes = { test: -1, first: 0, retry: 1, replay: 2 } as const
export type Lane = keyof typeof lanes
