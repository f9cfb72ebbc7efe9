import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

type Range = [address: ipaddr.IPv4 | ipaddr.IPv6, prefixLength: number]

/**
 * IPv4 blocks that are never dialled: all of the IANA special-purpose registry that are not globally reachable, multicast,
 * reserved, the deprecated 6to4 relay, and Azure's virtual host address.
 * Source: https://www.iana.org/assignments/iana-ipv4-special-registry
 */
const FORBIDDEN_IPV4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4', '168.63.129.16/32'],
]

/** The only IPv6 block that is dialled: global unicast. Excludes NAT64, mapped, local and multicast addresses. */
const GLOBAL_IPV6 = '2000::/3'

/** Excluded from it: protocol assignments (Teredo, ORCHID, …), documentation (twice), and 6to4, which embeds IPv4. */
const FORBIDDEN_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

/**
 * Link-local addresses, at which clouds serve the credentials of a machine, and other addresses of such services: Azure,
 * Alibaba, Oracle, AWS, Google. Also every IPv6 block whose addresses embed IPv4 ones (compatible, translated, NAT64, Teredo,
 * 6to4), and what is no address of one host: site-local, multicast, discard, and SRv6 segments.
 */
const METADATA = [
  ...['169.254.0.0/16', '168.63.129.16/32', '100.100.100.200/32', '192.0.0.192/32'],
  ...['fe80::/10', 'fd00:ec2::/32', 'fd20:ce::/32', '64:ff9b::/96', '64:ff9b:1::/48', '2002::/16', '2001::/32'],
  ...['::/96', '::ffff:0:0:0/96', 'fec0::/10', 'ff00::/8', '100::/64', '5f00::/16'],
]

/** Lies in `::/96`, but embeds nothing. */
const IPV6_LOOPBACK = '::1'

export interface AddressPolicy {
  /** Whether a connection to this IP address is allowed. False if the text is not an IP address. */
  allows(address: string): boolean
}

/**
 * `allowedCidrs`: the operator's exceptions, such as `127.0.0.0/8`. Throws a RangeError if one is not a CIDR block.
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

/** For addresses that the operator trusts, private ones too: all but those of metadata services. */
export function createTrustingPolicy(): AddressPolicy {
  const metadata = METADATA.map(parseRange)
  return {
    allows(text) {
      if (isIP(text) === 0) return false
      const address = ipaddr.process(text)
      if (address.toString() === IPV6_LOOPBACK) return true
      return !metadata.some((range) => range[0].kind() === address.kind() && address.match(range))
    },
  }
}

function parseRange(cidr: string): Range {
  try {
    return ipaddr.parseCIDR(cidr)
  } catch (error) {
    throw new RangeError(`invalid CIDR block ${cidr}: expected one such as 10.0.0.0/8 or fd00::/8`, { cause: error })
  }
}
