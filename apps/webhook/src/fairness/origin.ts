/**
 * Pure: scheme, host and port of a receiver's URL. `example.com.` with a dot at the end is the same host as `example.com`.
 */
export function getOrigin(url: string): string {
  const { protocol, hostname, port } = new URL(url)
  return `${protocol}//${hostname.replace(/\.$/, '')}${port === '' ? '' : `:${port}`}`
}
