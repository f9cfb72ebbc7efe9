import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, useLingui } from '@lingui/react/macro'
import type { Manifest } from '@waybill/sdk'

type LeftOut = Manifest['left_out'][number]

const words: Partial<Record<LeftOut['code'], MessageDescriptor>> = {
  no_manifests: msg`its carrier makes no manifests`,
  other_account: msg`it is of another account`,
  other_carrier: msg`it is of another carrier`,
  in_manifest: msg`it is in another manifest`,
  not_booked: msg`no carrier has taken it`,
  cancelled: msg`it is cancelled`,
  ended: msg`its delivery has ended`,
  no_label: msg`it has no label`,
  other_day: msg`it is collected on another day`,
  other_place: msg`it is collected elsewhere`,
  too_many: msg`it is one too many: close the rest in another manifest`,
}

/** How many labels are left out; opened, which ones and why. */
export function LeftOutLabels({ leftOut }: { leftOut: readonly LeftOut[] }) {
  const { i18n } = useLingui()
  return (
    <details className="text-sm">
      <summary className="cursor-pointer text-muted">
        <Plural value={leftOut.length} one="# label left out" other="# labels left out" />
      </summary>
      <ul className="mt-1 flex flex-col gap-1 ps-4">
        {leftOut.map(({ booking_id, code, message }) => {
          const word = words[code]
          return (
            <li key={booking_id} className="wrap-anywhere">
              <span className="font-mono">{booking_id}</span>: {word && code !== 'refused' ? i18n._(word) : message}
            </li>
          )
        })}
      </ul>
    </details>
  )
}
