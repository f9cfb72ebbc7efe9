import { isIP } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressPolicy } from './address-policy.ts'
import type { ResolveName } from './name-resolver.ts'

export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress'
}

/** Throws `BlockedAddress` if any of a host's addresses is not allowed. */
export function assertAllAllowed(policy: AddressPolicy, hostname: string, addresses: readonly string[]): void {
  const blocked = addresses.find((address) => !policy.allows(address))
  if (blocked !== undefined) throw new BlockedAddress(`${hostname} resolves to ${blocked}, which is not allowed`)
}

type LookupDone = (error: Error | null, addresses: { address: string; family: number }[]) => void

/**
 * Opens connections for undici and checks each against the policy: a literal address before it is dialled; a name by
 * checking all addresses that it resolves to and dialling exactly those; and the remote address once connected.
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
    autoSelectFamily: true, // makes undici ask `lookup` for all addresses
    lookup,
  } as buildConnector.BuildOptions)

  return (target, callback) => {
    // Node does not call `lookup` for a literal address.
    if (isIP(target.hostname) !== 0 && !policy.allows(target.hostname)) {
      return callback(new BlockedAddress(`${target.hostname} is not allowed`), null)
    }
    dial(target, (...[error, socket]) => {
      if (error) return callback(error, null)
      const remote = socket.remoteAddress
      if (remote !== undefined && policy.allows(remote)) return callback(null, socket)
      socket.destroy()
      callback(new BlockedAddress(`${target.hostname} connected to ${remote}, which is not allowed`), null)
    })
  }
}
