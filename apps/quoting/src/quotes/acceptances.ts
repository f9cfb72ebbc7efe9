/** Options that this process accepts: the events of their bookings change no quote any more. */

const MOST_REMEMBERED = 10_000

interface OptionKey {
  environmentId: string
  optionId: string
}

export interface Acceptances {
  /** Remembers the option if its quote is accepted: once accepted, it stays so. */
  during<T>(option: OptionKey, accept: () => Promise<T>): Promise<T>
  /** Whether this process has accepted the option, which may be under way. False says nothing: another process may have. */
  has(option: OptionKey): Promise<boolean>
}

export function createAcceptances(): Acceptances {
  const underWay = new Map<string, Promise<unknown>>()
  const accepted = new Set<string>()
  const toKey = ({ environmentId, optionId }: OptionKey) => `${environmentId} ${optionId}`
  return {
    async during(option, accept) {
      const key = toKey(option)
      const accepting = accept()
      underWay.set(key, accepting)
      try {
        const result = await accepting
        accepted.add(key)
        const [oldest] = accepted
        if (accepted.size > MOST_REMEMBERED && oldest !== undefined) accepted.delete(oldest)
        return result
      } finally {
        if (underWay.get(key) === accepting) underWay.delete(key)
      }
    },
    async has(option) {
      const key = toKey(option)
      await underWay.get(key)?.catch(() => {}) // its caller handles it
      return accepted.has(key)
    },
  }
}
