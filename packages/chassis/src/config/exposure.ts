/** Whether an installation can be reached from beyond this machine. */
import { isIPv4 } from 'node:net'

/**
 * Why the API of this installation can be reached from beyond this machine; null if it cannot. A container listens on
 * 0.0.0.0, so there PUBLISHED_HOST counts instead of HOST.
 */
export function explainExposure(env: Readonly<Record<string, string | undefined>>): string | null {
  const { HOST, PUBLISHED_HOST, WAYBILL_PUBLIC_URL: url } = env
  if (url !== undefined && URL.canParse(url)) {
    const { protocol, hostname } = new URL(url)
    if (protocol === 'https:' || !isLoopback(hostname)) return `WAYBILL_PUBLIC_URL is ${url}`
  }
  const [name, host] = PUBLISHED_HOST ? ['PUBLISHED_HOST', PUBLISHED_HOST] : ['HOST', HOST]
  return host === undefined || isLoopback(host) ? null : `${name} is ${host}`
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' ||
  host.endsWith('.localhost') ||
  /^\[?::1\]?$/.test(host) ||
  (isIPv4(host) && host.startsWith('127.'))
