/** Pure: the form of the returns page, as the shipment service reads it. */
import type { AppError } from '@waybill/contracts/app-error'

const FIELD = /^q\.(\d{1,4})\.(\d{1,4}|all)$/

/** The recipient's choice. Fields that are left empty or at 0 choose nothing; the shipment service checks the rest. */
export function readForm(sent: URLSearchParams): object {
  const goods = [...sent].flatMap(([name, value]) => {
    const [, parcel, item] = FIELD.exec(name) ?? []
    const quantity = value.trim()
    if (parcel === undefined || quantity === '' || quantity === '0') return []
    return { parcel: Number(parcel), item: item === 'all' ? null : Number(item), quantity: Number(quantity) }
  })
  return {
    goods,
    reason: sent.get('reason') || null,
    note: sent.get('note')?.trim() || null,
    known_returns: Number(sent.get('known_returns') || 0),
  }
}

/** Advice to the recipient about the wrong fields. */
export function describeProblems({ details }: AppError): string[] {
  const said = details.map(({ field, code }) => {
    if (field.startsWith('reason')) return 'Choose a reason.'
    if (field.startsWith('note')) return 'The note is too long: at most 500 characters.'
    if (field === 'goods' && code === 'required') return 'Choose what you send back.'
    return field.startsWith('goods') ? 'Choose at most as many pieces as there are.' : 'Load the page again.'
  })
  return [...new Set(said)]
}
