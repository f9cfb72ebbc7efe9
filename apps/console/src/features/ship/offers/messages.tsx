/** Messages of carriers beside their offers. */
import type { Quote } from '@waybill/sdk'

/** Messages to read before an offer is booked. */
const NOTICES = new Set([
  'text_shortened',
  'text_unprintable',
  'residential_assumed',
  'option_not_in_price',
  'option_unconfirmed',
  'customs_left_out',
  'customs_missing',
  'customs_doubtful',
  'customs_estimate',
  'carrier_notice',
])

export const isNotice = (code: string): boolean => NOTICES.has(code)

/** About a text that a carrier or its label takes a part of. */
export const isAboutText = (code: string): boolean => code === 'text_shortened' || code === 'text_unprintable'

export const Messages = ({ messages }: Pick<Quote, 'messages'>) => (
  <ul className="mt-2 flex flex-col gap-2">
    {messages.map((message) => (
      <li key={`${message.carrier_account_id} ${message.service_code} ${message.code} ${message.message}`}>
        <span className="font-medium">{[message.carrier_code, message.service_code].filter(Boolean).join(' · ')}</span>
        <span className="block wrap-anywhere text-muted">{message.message}</span>
      </li>
    ))}
  </ul>
)
