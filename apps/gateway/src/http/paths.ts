/** Paths in the form of the OpenAPI document, `/api/v1/shipments/{shipment_id}`, and what matches them. */

/** In the router's form: `/api/v1/shipments/:shipment_id`. */
export const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Names in braces, in order. */
export const parameterNames = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => String(name))

/** A function from a request's path to the methods that it may be called with, HEAD included; none: no such path. */
export function methodsByPath(routes: readonly { method: string; path: string }[]): (path: string) => string[] {
  const patterns = new Map<string, { pattern: RegExp; methods: Set<string> }>()
  for (const { method, path } of routes) {
    const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`)
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

/** The URL as the router can take it: one whose percent-encoding is broken becomes one that no route has. */
export function routableUrl(url: string): string {
  const path = pathOf(url)
  if (!path.includes('%')) return url
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return '/-/malformed'
  }
}

export const pathOf = (url: string): string => url.split('?', 1)[0] ?? url
