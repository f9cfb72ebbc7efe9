import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { asSentence } from '../../../forms/problems.ts'
import type { FieldNotice } from './notices.ts'

/** The notices at a field, a line each. Undefined: there is none. */
export function showNotices(notices: readonly FieldNotice[], name: string): ReactNode {
  const found = notices.filter((notice) => notice.name === name)
  if (found.length === 0) return undefined
  return found.map((notice) => <NoticeText key={`${notice.carrier} ${notice.text}`} notice={notice} />)
}

export function NoticeText({ notice: { code, text, carrier } }: { notice: FieldNotice }) {
  const rule = text === null ? '' : asSentence(text)
  return (
    <span className="block">
      {code === 'missing_field' && <Trans>{carrier} needs this, and makes no offer without it.</Trans>}
      {code === 'customs_left_out' && <Trans>{carrier} does not get this.</Trans>}
      {code === 'customs_missing' && <Trans>Missing. {rule}</Trans>}
      {code === 'customs_doubtful' && <Trans>Check this. {rule}</Trans>}
      {code === 'customs_estimate' && <Trans>Duties. {rule}</Trans>}
    </span>
  )
}
