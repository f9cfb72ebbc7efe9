/** Pure: the form of a return, to the API. */
import type { ReturnShipment, Shipment } from '@waybill/sdk'

export interface ReturnValues {
  /** `rest`: everything that is in no other return. */
  scope: 'rest' | 'chosen'
  /** Pieces of each choice, as typed. */
  quantities: string[]
  reason: string
  note: string
  pay: '' | 'now' | 'on_use'
  label: 'paper' | 'qr'
}

/** Goods that can be chosen by themselves. */
export interface Choice {
  parcelId: string
  /** The place of the parcel, from 1. */
  parcelNumber: number
  /** Null: the whole parcel. */
  item: { sku: string | null; description: string } | null
  /** Empty: the parcel has no title. */
  name: string
  quantity: number
}

/** Items if every parcel lists some, else whole parcels: the API takes one kind. */
export function listChoices({ parcels }: Pick<Shipment, 'parcels'>): Choice[] {
  const areListed = parcels.every(({ items }) => (items ?? []).length > 0)
  return parcels.flatMap(({ parcel_id: parcelId, title, items }, index): Choice[] => {
    const parcel = { parcelId, parcelNumber: index + 1 }
    if (!areListed) return [{ ...parcel, item: null, name: title, quantity: 1 }]
    return (items ?? []).map(({ sku, description, quantity }) => ({
      ...parcel,
      item: { sku, description },
      name: description,
      quantity,
    }))
  })
}

export const emptyReturn = (choices: readonly Choice[]): ReturnValues => ({
  scope: 'rest',
  quantities: choices.map(({ quantity }) => String(quantity)),
  reason: '',
  note: '',
  pay: '',
  label: 'paper',
})

/** The places of the choices with pieces. What is no number is sent as it is, so that its field is named. */
const listChosen = ({ quantities }: ReturnValues): number[] =>
  quantities.flatMap((quantity, place) => (['', '0'].includes(quantity.trim()) ? [] : [place]))

export function toReturn(values: ReturnValues, choices: readonly Choice[]): ReturnShipment {
  const { scope, quantities, reason, note, pay, label } = values
  const chosen = listChosen(values).flatMap((place) => {
    const choice = choices[place]
    return choice ? [{ ...choice, sent: Number(quantities[place]?.trim()) }] : []
  })
  const items = chosen.flatMap(({ parcelId, item, sent }) =>
    item === null
      ? []
      : [{ parcel_id: parcelId, ...(item.sku && { sku: item.sku }), description: item.description, quantity: sent }],
  )
  const areItems = choices.some(({ item }) => item !== null)
  return {
    ...(scope === 'chosen' &&
      (areItems ? { items } : { parcels: chosen.map(({ parcelId }) => ({ parcel_id: parcelId })) })),
    reason: reason.trim() || null,
    note: note.trim() || null,
    pay: pay || null,
    label,
  }
}

/** The field of the form for a field of the API, which lists only what is chosen. */
export function renameReturnField(name: string, values: ReturnValues): string {
  const [, index] = /^(?:items|parcels)\.(\d+)/.exec(name) ?? []
  if (index !== undefined) return `quantities.${listChosen(values)[Number(index)] ?? 0}`
  return name === 'items' || name === 'parcels' ? 'quantities.0' : name
}
