/** Pure: the words of errors. */
import type { WireProblem } from '../wire.ts'

/** Text of an error, with the field that it means. */
export function toWords({ message, field_name: field }: Pick<WireProblem, 'message' | 'field_name'>): string {
  const said = message ?? 'ShipEngine gives no reason.'
  return field === null || said.includes(field) ? said : `${field}: ${said}`
}
