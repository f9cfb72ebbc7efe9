import { Badge } from '../ui/badge.tsx'
import { useCodeNames } from './code-names.ts'
import { toTone } from './statuses.ts'

/** The status of a shipment or a booking. */
export function StatusBadge({ status }: { status: string }) {
  const getName = useCodeNames()
  return <Badge tone={toTone(status)}>{getName(status)}</Badge>
}
