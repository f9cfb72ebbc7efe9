import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Range = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number]

/**
 * IPv4 blocks that are never dialled: every one of the IANA special-purpose registry that is not globally reachable,
 * multicast, reserved, the deprecated 6to4 relay, and a cloud's virtual host.
 * Source: https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const FORBIDDEN_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
]

/** The only IPv6 block that is dialled: global unicast. It holds no NAT64, no mapped, no local and no multicast address. */
const GLOBAL_IPV6 = '2000::/3'

/** Within it: protocol assignments (Teredo, ORCHID, …), documentation twice, and 6to4, which hides an IPv4 address. */
const FORBIDDEN_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

export interface AddressPolicy {
  /** Whether a connection may go to this IP address, given in any text form that the operating system prints. */
  allows(address: string): boolean
}

/**
 * Decides which addresses webhooks may be sent to. `allowedCidrs` are the operator's exceptions, such as `127.0.0.0/8`.
 * Throws when one of them is no CIDR block.
 */
export function createAddressPolicy({ allowedCidrs }: { allowedCidrs: readonly string[] }): AddressPolicy {
  const allowed = allowedCidrs.map(parseRange)
  const forbiddenIpv4 = FORBIDDEN_IPV4.map(parseRange)
  const globalIpv6 = parseRange(GLOBAL_IPV6)
  const forbiddenIpv6 = FORBIDDEN_IPV6.map(parseRange)
  const within = (address: ipaddr.IPv4 | ipaddr.IPv6, ranges: Range[]) =>
    ranges.some((range) => range[0].kind() === address.kind() && address.match(range))

  return {
    allows(text) {
      if (isIP(text) === 0) return false
      const address = ipaddr.parse(text)
      if (within(address, allowed)) return true
      if (address.kind() === 'ipv4') return !within(address, forbiddenIpv4)
      return within(address, [globalIpv6]) && !within(address, forbiddenIpv6)
    },
  }
}

function parseRange(cidr: string): Range {
  try {
    return ipaddr.parseCIDR(cidr)
  } catch (error) {
    throw new RangeError(`${cidr} is not a CIDR block such as 10.0.0.0/8 or fd00::/8`, { cause: error })
  }
}
