import type { Reply } from './route.ts'

/** An id that is the first field of an answer's data, as in most answers. */
const FIRST_ID = /^\{"success":true,"data":\{"(\w+)":"(\w{1,64})"/
const SEARCHED_BYTES = 160

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
  const head = typeof body === 'string' ? body : body.toString('latin1', 0, SEARCHED_BYTES)
  const [, firstName = '', firstId = ''] = FIRST_ID.exec(head) ?? []
  const location = template.replace(`{${firstName}}`, firstId)
  return location.includes('{') ? getParsedLocation(template, body, params) : location
}

function getParsedLocation(
  template: string,
  body: Buffer | string,
  params: Readonly<Record<string, string>>,
): string | undefined {
  const { data } = JSON.parse(body.toString()) as { data?: Record<string, unknown> }
  let isComplete = true
  const location = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const id = data?.[name] ?? params[name]
    if (typeof id !== 'string') isComplete = false
    return encodeURIComponent(String(id))
  })
  return isComplete ? location : undefined
}
