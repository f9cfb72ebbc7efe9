/** Bodies that are as large as the API accepts, and wrong in as many places as fit into them. */

/** The longest `[item 0,item 1,…]` between `open` and `close` that fits. */
function filled(maxBytes: number, open: string, close: string, item: (index: number) => string): string {
  const items: string[] = []
  let bytes = open.length + close.length
  for (let index = 0; ; index++) {
    const next = item(index)
    bytes += next.length + 1
    if (bytes > maxBytes) return open + items.join(',') + close
    items.push(next)
  }
}

/** JSON texts by what is wrong with them. All are ASCII. */
export function wrongBodies(maxBytes: number): Record<string, string> {
  const text = 'x'.repeat(Math.floor(maxBytes / 8))
  const brackets = Math.floor(maxBytes / 2) - 20
  const objects = Math.floor(maxBytes / 7)
  const parcel = filled(Math.floor(maxBytes / 99) - 20, '{', '}', (index) => `"field${index}":1`)
  return {
    'unknown fields': filled(maxBytes, '{', '}', (index) => `"field${index}":1`),
    'nearly known fields': filled(maxBytes, '{', '}', (index) => `"parcel${index}":1`),
    'fields with long names': filled(maxBytes, '{', '}', (index) => `"${'k'.repeat(3_000)}${index}":1`),
    'names with control characters': filled(maxBytes, '{', '}', (index) => `"${'\\u0001'.repeat(50)}${index}":1`),
    'the same field many times': filled(maxBytes, '{', '}', () => '"field":1'),
    'unknown fields of 99 parcels': `{"parcels":[${Array.from({ length: 99 }, () => parcel).join(',')}]}`,
    'empty parcels': filled(maxBytes, '{"parcels":[', ']}', () => '{}'),
    'numbers for parcels': filled(maxBytes, '{"parcels":[', ']}', () => '0'),
    'metadata keys': filled(maxBytes, '{"metadata":{', '}}', (index) => `"k${index}":"v"`),
    'metadata of numbers': filled(maxBytes, '{"metadata":{', '}}', (index) => `"k${index}":1`),
    'metadata with NUL': filled(maxBytes, '{"metadata":{', '}}', (index) => `"k${index}\\u0000":"\\u0000"`),
    'names with NUL': filled(maxBytes, '{', '}', (index) => `"k${index}\\u0000":1`),
    'nested arrays': `{"pickup_address":${'['.repeat(brackets)}${']'.repeat(brackets)}}`,
    'nested objects': `{"metadata":${'{"a":'.repeat(objects)}1${'}'.repeat(objects)}}`,
    'nested unknown fields': filled(maxBytes, '{"field":[', ']}', (index) => `{"a":[${index}]}`),
    'a timestamp with a long fraction': JSON.stringify({
      collection_date: `2027-02-28T15:00:00.${'1'.repeat(maxBytes - 60)}`,
    }),
    'long strings': JSON.stringify({
      merchant_order_ref: text,
      collection_date: text,
      pickup_instructions: text,
      dropoff_instructions: text,
      pickup_address: { city: text, country: text },
    }),
  }
}
