/** Pure: the form of the returns page, as the shipment service reads it. */
import type { AppError } from '@waybill/contracts/app-error'
import type { ErrorCode } from '@waybill/contracts/error-catalogue'

const FIELD = /^q\.(\d{1,4})\.(\d{1,4}|all)$/

/** The recipient's choice. Fields that are left empty or at 0 choose nothing; the shipment service checks the rest. */
export function readForm(sent: URLSearchParams): object {
  const goods = [...sent].flatMap(([name, value]) => {
    const [, parcel, item] = FIELD.exec(name) ?? []
    const quantity = value.trim()
    if (parcel === undefined || quantity === '' || quantity === '0') return []
    const reason = sent.get(`r.${parcel}.${item}`) || null
    return { parcel: Number(parcel), item: item === 'all' ? null : Number(item), quantity: Number(quantity), reason }
  })
  return {
    goods,
    note: sent.get('note')?.trim() || null,
    known_returns: Number(sent.get('known_returns') || 0),
  }
}

const sentences: Partial<Record<ErrorCode, string>> = {
  label_not_found: 'There is no label for this return.',
  label_not_ready: 'The label is not ready yet. Try again in a minute.',
  label_not_available: 'This label is no longer valid. Ask the shop.',
  data_erased: 'The shop has deleted the data of this delivery. Ask the shop.',
  shipment_not_returnable: 'This delivery can no longer be returned here. Ask the shop.',
  shipment_busy: 'This delivery is being changed. Try again in a minute.',
  carrier_refused: 'The carrier has no label for this return. Ask the shop.',
  carrier_error: 'The carrier does not answer. Try again in a minute.',
  carrier_unavailable: 'The carrier does not answer. Try again in a minute.',
  carrier_timeout: 'The carrier does not answer. Try again in a minute.',
}

/** Advice to the recipient about an error. Empty: there is none. */
export function describeProblems({ code: errorCode, details }: AppError): string[] {
  const sentence = sentences[errorCode]
  if (sentence !== undefined) return [sentence]
  if (errorCode !== 'validation_error') return []
  const said = details.map(({ field, code }) => {
    if (field.endsWith('.reason')) return 'Choose a reason for each thing that you send back.'
    if (field.startsWith('note')) return 'The note is too long: at most 500 characters.'
    if (field === 'goods' && code === 'required') return 'Choose what you send back.'
    if (field.startsWith('goods')) return 'Choose at most as many pieces as there are.'
    return 'Another return was made. Check your choice and ask again.'
  })
  return [...new Set(said)]
}
