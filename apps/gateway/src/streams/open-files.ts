import type { Readable } from 'node:stream'
import { createShares, type Holder } from '@waybill/edge/limits/shares'

export interface OpenFiles {
  /**
   * Opens a file and counts it until it is closed. Throws `rate_limited` if the caller or its environment has too many open
   * files, `service_unavailable` if the gateway has.
   */
  open<File extends { bytes: Readable }>(caller: Holder, fetch: () => Promise<File>): Promise<File>
}

/**
 * Each open file holds a call to the booking service until its reader has the last byte, and up to 256 KiB here: 64 MiB for
 * all files together.
 */
export function countOpenFiles(): OpenFiles {
  const shares = createShares(
    { perKey: 20, perAddress: 20, perEnvironment: 50, allAddresses: 100, perProcess: 250 },
    { describe: (limit) => `${limit} files are being sent`, advice: 'Read them first.', retryAfterSeconds: 1 },
  )
  return {
    async open(caller, fetch) {
      const giveBack = shares.take(caller)
      try {
        const file = await fetch()
        file.bytes.once('close', giveBack)
        return file
      } catch (error) {
        giveBack()
        throw error
      }
    },
  }
}
