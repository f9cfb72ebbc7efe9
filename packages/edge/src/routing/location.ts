import type { Reply } from './route.ts'

/**
 * The URL of what a call has made, for the header Location: `/api/v1/quotes/{quote_id}` with the ids of the answer's data, else
 * of the request's path. Undefined if an id is in neither. Pure.
 */
export function getLocation(
  template: string,
  body: Reply['body'],
  params: Readonly<Record<string, string>>,
): string | undefined {
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return undefined
  const { data } = JSON.parse(body.toString()) as { data?: Record<string, unknown> }
  let isComplete = true
  const location = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = data?.[name] ?? params[name]
    if (typeof id !== 'string') isComplete = false
    return encodeURIComponent(String(id))
  })
  return isComplete ? location : undefined
}
