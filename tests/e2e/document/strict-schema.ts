/** Pure: the OpenAPI document as tests read it, stricter than clients must. */

/** A value of the document, of any depth. */
type Json = null | boolean | number | string | Json[] | { [key: string]: Json }
type JsonObject = { [key: string]: Json }

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Components whose values cannot all be listed: a carrier's own codes are among them. */
const OPEN_ENUMS = new Set(['FailureReason'])

/**
 * The document with closed schemas. Clients must ignore fields and values that they do not know, so responses are open for
 * both; a product that sends one that the document does not name is wrong all the same.
 */
export function strictDocument(document: JsonObject): JsonObject {
  return strict(document, '') as JsonObject
}

function strict(value: Json, name: string): Json {
  if (Array.isArray(value)) return value.map((one) => strict(one, ''))
  if (!isObject(value)) return value
  if (!OPEN_ENUMS.has(name) && isOpenEnum(value)) return strict({ ...value, anyOf: value.anyOf.slice(0, 1) }, name)
  const closed = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, strict(one, key)]))
  if (isObjectSchema(value)) closed.additionalProperties ??= false
  // The schema is found by the enums of the property; Ajv refuses a mapping.
  if (isObject(closed.discriminator)) closed.discriminator = { propertyName: closed.discriminator.propertyName ?? null }
  return closed
}

/** Whether it describes an object with named properties. A map of properties can have one that is called `type`. */
const isObjectSchema = ({ type, properties }: JsonObject): boolean =>
  isObject(properties) && (type === 'object' || (Array.isArray(type) && type.includes('object')))

/** Whether it is `anyOf: [the values known today, any string]`. */
const isOpenEnum = (value: JsonObject): value is JsonObject & { anyOf: Json[] } => {
  const [known, any, ...more] = Array.isArray(value.anyOf) ? value.anyOf : []
  if (!isObject(known) || !isObject(any) || more.length > 0) return false
  return known.enum !== undefined && any.type === 'string' && Object.keys(any).length === 1
}
