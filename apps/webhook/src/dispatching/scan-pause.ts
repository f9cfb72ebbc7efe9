/**
 * Pure: how long to wait after a scan of the queue.
 * A scan steps over the dead index entries of finished deliveries, which vacuum cannot remove while a transaction
 * elsewhere stays open. A pause of ten times the duration of the scan limits its cost to a tenth of the time. The pause
 * is at most a second, because a busy machine makes scans slow too.
 */
const PAUSE_PER_SCAN = 10
const LONGEST_PAUSE_MS = 1_000

export const pauseAfterScanMs = (scanMs: number): number => Math.min(scanMs * PAUSE_PER_SCAN, LONGEST_PAUSE_MS)
