/**
 * Paths as in the OpenAPI document, `/api/v1/shipments/{shipment_id}`, and matching them. A path of pages may end with `/*`,
 * which stands for one step or more. Pure.
 */

/** Requested every few seconds: not traced, not charged, and logged at debug level only. */
export const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz'])

/** The path in the router's syntax: `/api/v1/shipments/:shipment_id`. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Returns a function that lists the methods a path allows, including HEAD; empty for an unknown path. */
export function methodsByPath(routes: readonly { method: string; path: string }[]): (path: string) => string[] {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  for (const { method, path } of routes) {
    const pattern = new RegExp(
      `^${path
        .replaceAll('.', '\\.')
        .replaceAll(/\{\w+\}/g, '[^/]+')
        .replace(/\*$/, '.+')}$`,
    )
    const entry = patterns.get(path) ?? { pattern, methods: new Set() }
    entry.methods.add(method)
    if (method === 'GET') entry.methods.add('HEAD')
    patterns.set(path, entry)
  }
  return (path) => {
    const matching = [...patterns.values()].filter(({ pattern }) => pattern.test(path))
    return [...new Set(matching.flatMap(({ methods }) => [...methods]))].sort()
  }
}

/**
 * A URL with broken percent-encoding becomes one without a route: the router would answer with its own error. The URLs of
 * the documentation and of the console may have a slash at their end.
 */
export function routableUrl(url: string): string {
  const path = getPath(url)
  if (/^\/(docs(\/[a-z-]+)?|console)\/$/.test(path)) return path.slice(0, -1) + url.slice(path.length)
  if (!path.includes('%')) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return '/-/malformed'
  }
}

export const getPath = (url: string): string => url.split('?', 1)[0] ?? url

/** The path that a span may show: a tracking token in a path is a secret, and is replaced by its name. */
export const tracedPath = (url: string, route: string | undefined): string =>
  route?.includes(':tracking_token') ? route : getPath(url)
