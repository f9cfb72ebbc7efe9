/** Bounds the sends of one process. */
export interface SendSlots {
  /** How many more sends may start now. */
  free(): number
  /** Runs a send, which must not reject, in a slot. `onFreed` runs when the slot is free again. */
  run(send: () => Promise<void>, onFreed: () => void): void
  /** Resolves when all sends that run now have ended. */
  whenIdle(): Promise<unknown>
}

export function createSendSlots(limit: number, inFlight: { inc(): void; dec(): void }): SendSlots {
  const running = new Set<Promise<void>>()
  return {
    free: () => Math.max(0, limit - running.size),
    run(send, onFreed) {
      inFlight.inc()
      const sending = send().finally(() => {
        running.delete(sending)
        inFlight.dec()
        onFreed()
      })
      running.add(sending)
    },
    whenIdle: () => Promise.allSettled(running),
  }
}
