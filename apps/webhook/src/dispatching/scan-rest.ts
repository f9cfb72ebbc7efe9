/**
 * Pure: how long to wait after a scan of the queue.
 * A scan steps over the dead index entries of finished deliveries, which vacuum cannot remove while a transaction
 * elsewhere stays open. Resting ten times as long as a scan took bounds its cost to a tenth of the time. The rest is a
 * second at most, because a busy machine makes scans slow too.
 */
const REST_PER_SCAN = 10
const LONGEST_REST_MS = 1_000

export const restAfterScanMs = (scanMs: number): number => Math.min(scanMs * REST_PER_SCAN, LONGEST_REST_MS)
