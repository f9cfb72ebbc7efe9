import { createAddressPolicy, createTrustingPolicy } from '@waybill/chassis/outbound/address-policy'
import { BlockedAddress, createVettedConnector } from '@waybill/chassis/outbound/connector'
import { createNameResolver, resolveBySystem } from '@waybill/chassis/outbound/name-resolver'
import { buildConnector } from 'undici'

const CONNECT_TIMEOUT_MS = 3_000

/** Base URLs. */
export type TrustedUrls = readonly string[] | 'all'

/**
 * Opens connections to carriers: to the origins of `trustedUrls`, which the operator configured, at any address; to all
 * others over https and at public addresses only. `all`: the operator trusts the endpoints of merchants' accounts too, which
 * are reached at any address but those of metadata services. Names of trusted origins are resolved by the system, as
 * clusters add search domains to them.
 */
export function createCarrierConnector(trustedUrls: TrustedUrls): buildConnector.connector {
  const timeoutMs = CONNECT_TIMEOUT_MS
  if (trustedUrls === 'all') {
    return createVettedConnector({ policy: createTrustingPolicy(), resolve: resolveBySystem, timeoutMs })
  }
  const direct = buildConnector({ timeout: timeoutMs, allowH2: false })
  const trusted = new Set(trustedUrls.map((url) => new URL(url).origin))
  const vetted = createVettedConnector({
    policy: createAddressPolicy({ allowedCidrs: [] }),
    resolve: createNameResolver(),
    timeoutMs,
  })
  return (target, callback) => {
    if (trusted.has(`${target.protocol}//${target.host}`)) return direct(target, callback)
    if (target.protocol === 'https:') return vetted(target, callback)
    callback(new BlockedAddress(`${target.protocol}//${target.host} is not allowed; use https`), null)
  }
}
