import ipaddr from 'ipaddr.js'

/**
 * The address that limits count a caller by. An IPv6 caller has at least 2^64 addresses: its first 64 bits count. An IPv4
 * address that was mapped to IPv6 is the same caller.
 */
export function callerAddress(ip: string): string {
  if (!ip.includes(':') || !ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (!(address instanceof ipaddr.IPv6)) return address.toString()
  return `${new ipaddr.IPv6([...address.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}
