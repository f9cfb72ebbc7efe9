/** Pure: what UPS's status codes mean. */
import { attempted, held, type Meaning, toCollect } from '../../../mapping/meanings.ts'

/** Codes by meaning. Source: developer.ups.com, Track API, "Status/Description Codes". */
const groups: readonly [Meaning, readonly number[]][] = [
  [{ status: 'assigned' }, [3, 44, 45, 79, 80, 157, 166]],
  [
    { status: 'picked_up' },
    [
      5, 10, 12, 14, 16, 25, 38, 39, 47, 57, 71, 73, 74, 75, 84, 87, 92, 134, 137, 138, 158, 159, 160, 164, 165, 167,
      168, 169,
    ],
  ],
  [{ status: 'en_route_to_dropoff' }, [6, 21, 37, 72, 78, 89, 91, 146, 162]],
  [toCollect, [17, 40, 144, 161]],
  [attempted('recipient_not_available'), [22, 23, 24, 60, 61, 66, 145]],
  [attempted('verification_failed'), [62]],
  [attempted('access_restricted'), [139]],
  [{ status: 'delivered' }, [11, 26]],
  [{ status: 'returning' }, [35, 36]],
  [{ status: 'returning', incident: 'recipient_refused' }, [64]],
  [{ status: 'returned' }, [34, 67]],
  [{ status: 'returned', incident: 'damaged' }, [81]],
  [{ status: 'cancelled' }, [7]],
  [{ status: 'failed', incident: 'regulatory' }, [147, 149]],
  [held('unknown'), [13, 29, 30, 46, 48, 49, 69, 76, 83, 86, 90]],
  [held('incorrect_address'), [50]],
  [held('weather'), [32, 51, 52, 53]],
  [held('damaged'), [59]],
  [held('customs_documents'), [58, 124, 125, 141]],
  [held('customs_delay'), [123, 126]],
  [held('security'), [132]],
  [held('lost'), [68]],
]

const byCode = new Map(groups.flatMap(([meaning, codes]) => codes.map((code) => [code, meaning] as const)))

/** For codes that are not in the table. Source: as above, "Package Activity Types". */
const byType = new Map<string, Meaning>([
  ['M', { status: 'assigned' }],
  ['MV', { status: 'cancelled' }],
  ['P', { status: 'picked_up' }],
  ['I', { status: 'picked_up' }],
  ['O', { status: 'en_route_to_dropoff' }],
  ['D', { status: 'delivered' }],
  ['RS', { status: 'returning' }],
  ['X', held('unknown')],
])

/** Code of the manifest: the shipment was voided. */
const VOIDED = 'VP'

/** Scans of the manifest. Only these are before the pickup, whatever the number says. */
const MANIFEST = new Set(['M', 'MV', ''])

const unknown: Meaning = { status: 'unknown' }

/** `statusCode`: three digits, with leading zeros. `type`: one or two letters. `code`: of the scan. */
export function findMeaning({
  type,
  code,
  statusCode,
}: Record<'type' | 'code' | 'statusCode', string | null>): Meaning {
  if (code === VOIDED) return { status: 'cancelled' }
  const byNumber = statusCode !== null && /^\d+$/.test(statusCode) ? byCode.get(Number(statusCode)) : undefined
  const isContradicted = byNumber?.status === 'assigned' && !MANIFEST.has(type ?? '')
  return (isContradicted ? undefined : byNumber) ?? byType.get(type ?? '') ?? unknown
}
