import { useLingui } from '@lingui/react/macro'
import type { Quote } from '@waybill/sdk'
import { Messages } from './messages.tsx'

/** Shown before a courier is sent, and afterwards, as long as they can still be called. */
export function ShortenedTexts({ messages }: Pick<Quote, 'messages'>) {
  const { t } = useLingui()
  if (messages.length === 0) return null
  return (
    <section aria-label={t`Texts that carriers shorten`} className="rounded-lg border bg-surface px-3 py-2">
      <Messages messages={messages} />
    </section>
  )
}
