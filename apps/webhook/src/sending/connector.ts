import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressPolicy } from './address-policy.ts'
import type { ResolveName } from './name-resolver.ts'

export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress'
}

/** Throws `BlockedAddress` if any of a host's addresses is one that webhooks may not be sent to. */
export function assertAllAllowed(policy: AddressPolicy, hostname: string, addresses: readonly string[]): void {
  const blocked = addresses.find((address) => !policy.allows(address))
  if (blocked !== undefined) throw new BlockedAddress(`${hostname} is at ${blocked}, where webhooks are not sent to`)
}

type LookupDone = (error: Error | null, addresses: { address: string; family: number }[]) => void

/**
 * Opens connections for undici, and vets each of them: a literal address before it is dialled; a name by resolving it
 * and vetting every address it has, which are then the very ones that are dialled; and the address at the other end
 * once more when the connection stands.
 */
export function createVettedConnector(options: {
  policy: AddressPolicy
  resolve: ResolveName
  timeoutMs: number
}): buildConnector.connector {
  const { policy, resolve, timeoutMs } = options

  const lookup = (hostname: string, _options: object, done: LookupDone): void => {
    resolve(hostname)
      .then((addresses) => {
        assertAllAllowed(policy, hostname, addresses)
        return addresses.map((address) => ({ address, family: isIP(address) }))
      })
      .then(
        (addresses) => done(null, addresses),
        (error: Error) => done(error, []),
      )
  }

  const dial = buildConnector({
    timeout: timeoutMs,
    allowH2: false,
    autoSelectFamily: true, // so that lookup is asked for, and gives, all addresses
    lookup,
  } as buildConnector.BuildOptions)

  return (target, callback) => {
    // Node asks no lookup about a literal.
    if (isIP(target.hostname) !== 0 && !policy.allows(target.hostname)) {
      return callback(new BlockedAddress(`webhooks are not sent to ${target.hostname}`), null)
    }
    dial(target, (...[error, socket]) => {
      if (error) return callback(error, null)
      const remote = socket.remoteAddress
      if (remote !== undefined && policy.allows(remote)) return callback(null, socket)
      socket.destroy()
      callback(new BlockedAddress(`${target.hostname} led to ${remote}, where webhooks are not sent to`), null)
    })
  }
}
