/** Pure: curl commands for the API reference. */
import type { DocumentedOperation } from './types.ts'

export interface LocatedOperation {
  method: string
  path: string
  operation: Omit<DocumentedOperation, 'responses'>
  /** An example of its request body. */
  body?: unknown
}

/** A curl command for the operation, for a shell in which WAYBILL_API_KEY and the path's parameters are set. Pure. */
export function toCurl(baseUrl: string, { method, path, operation, body }: LocatedOperation): string {
  const url = baseUrl + path.replaceAll(/\{(\w+)\}/g, (_, name: string) => `$${name.toUpperCase()}`)
  const lines = [
    `curl ${method === 'GET' ? '' : `-X ${method} `}"${url}"`,
    ...(operation.security?.length ? ['-H "Authorization: Bearer $WAYBILL_API_KEY"'] : []),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d '${quoted(JSON.stringify(body, null, 2))}'`]),
  ]
  return lines.join(' \\\n  ')
}

// Within single quotes a shell treats only the single quote itself specially.
const quoted = (text: string) => text.replaceAll("'", "'\\''")
