/**
 * The lanes of the queue: a lower one is sent first. What is sent by hand goes in the lane of tests, since it too passes
 * the pauses of its endpoint; other endpoints' first attempts do not stand behind it.
 */
export const lanes = { test: -1, first: 0, retry: 1, replay: 2 } as const
export type Lane = keyof typeof lanes
