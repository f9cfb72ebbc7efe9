/** Pure: which fields a change has set, with the values before and after. */

type Fields = Readonly<Record<string, unknown>>

export interface FieldChange {
  /** `dropoff_address.post_code`, `parcels.weight`, `collection_date`. */
  name: string
  /** Null: there was none. */
  before: string | null
  after: string | null
}

/** Those that nobody has entered, or that say the same in another unit. */
const LEFT_OUT = /(^|\.)(updated_at|booking_id|status|location_id|parcel_id|weight_kg|length_cm|width_cm|height_cm)$/

/** `previous` has the fields that differ, as they were. */
export function listChanges(previous: Fields, object: Fields): FieldChange[] {
  const changes = Object.entries(previous).flatMap(([name, before]) => compare(name, before, object[name]))
  return changes.filter(({ name }) => !LEFT_OUT.test(name))
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function compare(name: string, before: unknown, after: unknown): FieldChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return []
  if (name === 'tags') return [{ name, before: toList(before), after: toList(after) }]
  if (name === 'hold') return [{ name, before: toReason(before), after: toReason(after) }]
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length !== after.length) return [{ name, before: String(before.length), after: String(after.length) }]
    return before.flatMap((one, index) => compareFields(name, one, after[index]))
  }
  return compareFields(name, before, after)
}

/** The fields of an address or a parcel each; a measure as one text. */
function compareFields(name: string, before: unknown, after: unknown): FieldChange[] {
  const isNested = name.endsWith('_address') || name === 'parcels' || name === 'metadata'
  if (!isNested || !isFields(before) || !isFields(after)) {
    const change = { name, before: toText(before), after: toText(after) }
    return change.before === change.after ? [] : [change]
  }
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return names.flatMap((field) => {
    const change = { name: `${name}.${field}`, before: toText(before[field]), after: toText(after[field]) }
    return change.before === change.after ? [] : [change]
  })
}

const toList = (value: unknown): string | null => (Array.isArray(value) && value.length > 0 ? value.join(', ') : null)

const toReason = (hold: unknown): string | null => (isFields(hold) ? String(hold.reason) : null)

function toText(value: unknown): string | null {
  if (value === null || value === undefined || value === '') return null
  return isFields(value) ? Object.values(value).join(' ') : String(value)
}
