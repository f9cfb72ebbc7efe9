import { lookup, Resolver } from 'node:dns/promises'
import { readFile } from 'node:fs/promises'

/** All IP addresses of a host name, at least one. Throws `NameNotResolved`. */
export type ResolveName = (hostname: string) => Promise<string[]>

export class NameNotResolved extends Error {
  override readonly name = 'NameNotResolved'
}

const QUERY_TIMEOUT_MS = 2_000
const QUERY_TRIES = 2
const HOSTS_FILE = '/etc/hosts'

/**
 * Resolves names with the hosts file, then DNS (the system's servers by default).
 * Not `dns.lookup`: it blocks one of four libuv threads while a server is silent, so that four bad names would stop all
 * deliveries.
 */
export function createNameResolver({
  servers,
  queryTimeoutMs = QUERY_TIMEOUT_MS,
}: {
  servers?: readonly string[]
  queryTimeoutMs?: number
} = {}): ResolveName {
  const resolver = new Resolver({ timeout: queryTimeoutMs, tries: QUERY_TRIES })
  if (servers) resolver.setServers(servers)

  return async (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '')
    const known = await addressesInHostsFile(name)
    if (known.length > 0) return known
    // RFC 6761, 6.3: names under localhost are never sent to a server.
    if (name === 'localhost' || name.endsWith('.localhost')) return ['127.0.0.1', '::1']
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
    if (addresses.length > 0) return addresses
    const [reason] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    throw new NameNotResolved(`${hostname} does not resolve`, { cause: reason })
  }
}

/** As the system resolves names: clusters add search domains to them. Only for names that the operator trusts. */
export async function resolveBySystem(hostname: string): Promise<string[]> {
  const found = await lookup(hostname, { all: true })
  return found.map(({ address }) => address)
}

async function addressesInHostsFile(name: string): Promise<string[]> {
  const text = await readFile(HOSTS_FILE, 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [address, ...names] = line.split('#', 1)[0]?.trim().split(/\s+/) ?? []
    return address && names.some((other) => other.toLowerCase() === name) ? [address] : []
  })
}
