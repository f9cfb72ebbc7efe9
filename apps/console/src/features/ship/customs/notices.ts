/** Notices of carriers and lanes about what they miss or doubt, at the fields of the form. */
import type { Quote } from '@waybill/sdk'
import { get } from 'react-hook-form'
import { fieldName } from '../../../forms/problems.ts'
import { type ShipValues, toFormField } from '../values.ts'

export interface FieldNotice {
  /** The field of the form, such as `parcels.0.items.1.hs_code`. */
  name: string
  /** `customs_missing`, `customs_doubtful`, `customs_estimate`, `customs_left_out`, or `missing_field`: a carrier makes no offer. */
  code: string
  /** The rule in the words of the API; null: the carrier alone says that it needs the field. */
  text: string | null
  carrier: string
}

const CODES = new Set(['customs_missing', 'customs_doubtful', 'customs_estimate', 'customs_left_out', 'missing_field'])
const POINTER = /\/(?:customs|parcels|dropoff_address|pickup_address)(?:\/\w+)*/g

/** A message for each field that it names, each text once. */
export function listNotices(messages: Quote['messages']): FieldNotice[] {
  const notices = messages
    .filter(({ code, pointer }) => CODES.has(code) && pointer !== null)
    .flatMap(({ code, message, pointer, carrier_code: carrier }): FieldNotice[] => {
      if (code === 'missing_field' || code === 'customs_left_out')
        return [...message.matchAll(POINTER)].map(([found]) => ({ name: toField(found), code, text: null, carrier }))
      const text = message.replace(`${pointer} `, '').replace(/^is missing: /, '')
      return [{ name: toField(pointer ?? ''), code, text, carrier }]
    })
  return [...new Map(notices.map((notice) => [`${notice.name} ${notice.text ?? notice.carrier}`, notice])).values()]
}

const toField = (pointer: string): string => toFormField(fieldName(pointer))

/** Those at fields that still have the value which was quoted. */
export const stillTrue = (notices: readonly FieldNotice[], quoted: ShipValues, shown: ShipValues): FieldNotice[] =>
  notices.filter(({ name }) => JSON.stringify(get(quoted, name)) === JSON.stringify(get(shown, name)))
