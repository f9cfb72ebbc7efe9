import { Badge } from '../ui/badge.tsx'
import { useCodeNames } from './code-names.ts'
import { toneOf } from './statuses.ts'

/** The status of a shipment or a booking. */
export function StatusBadge({ status }: { status: string }) {
  const nameOf = useCodeNames()
  return <Badge tone={toneOf(status)}>{nameOf(status)}</Badge>
}
