import type { Operation } from '../openapi/types.ts'

/** A curl call of an operation that can be pasted into a shell in which WAYBILL_TOKEN is set. */
export function curlOf(baseUrl: string, method: string, path: string, operation: Operation): string {
  const body = operation.requestBody?.content['application/json']?.example
  const address = baseUrl + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${address}"`,
    ...(operation.security?.length ? ['-H "Authorization: Bearer $WAYBILL_TOKEN"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${quoted(JSON.stringify(body, null, 2))}'`]),
  ]
  return lines.join(' \\\n  ')
}

// Within single quotes of a shell only the quote itself is special.
const quoted = (text: string) => text.replaceAll("'", "'\\''")
