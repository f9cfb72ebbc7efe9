/** The objects that a call is about. */
import { isId } from '@waybill/contracts/ids'
import { pathParameters } from '@waybill/contracts/requests/operation'

/** Subjects in an answer: the resources that a write has made or changed. */
const named = [
  'shipment',
  'quote',
  'booking',
  'batch',
  'subscription',
  'delivery',
  'replay',
  'carrier_account',
  'driver',
]
const names: ReadonlySet<string> = new Set(named)
const END_OF_NAME = Buffer.from('_id":"')
const LONGEST_NAME = 1 + Math.max(...named.map((name) => name.length)) // with its quote
const ID_BYTES = 30
/** A batch of shipments has 500. */
const MOST_SUBJECTS = 500

/** Ids in the path, if all of its parameters are well-formed ids; null for other paths, which can contain anything. */
export function idsInPath(params: Readonly<Record<string, string>>): string[] | null {
  const ids: string[] = []
  for (const [name, value] of Object.entries(params)) {
    const known = pathParameters[name]
    if (known === undefined || !isId(known.prefix, value)) return null
    ids.push(value)
  }
  return ids
}

/** Ids of shipments, bookings and so on in an answer, each once, without parsing it. */
export function idsInAnswer(body: Buffer): string[] {
  const found = new Set<string>()
  for (let at = body.indexOf(END_OF_NAME); at >= 0 && found.size < MOST_SUBJECTS; ) {
    const start = at + END_OF_NAME.length
    const before = body.toString('latin1', Math.max(0, at - LONGEST_NAME), at)
    if (names.has(before.slice(before.lastIndexOf('"') + 1))) {
      const id = body.toString('latin1', start, start + ID_BYTES)
      if (isId(id.slice(0, 3) as Parameters<typeof isId>[0], id)) found.add(id)
    }
    at = body.indexOf(END_OF_NAME, start)
  }
  return [...found]
}
