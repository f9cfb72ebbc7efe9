/** Pure: a rate card as its form has it, where an empty text means that there is none. */

import type { CreateRateCard, RateCard } from '@waybill/sdk'
import { changedValues } from '../../../forms/changed-values.ts'

export interface CardValues {
  name: string
  service_code: 'fleet_now' | 'fleet_same_day'
  currency: string
  pickup_country: string
  pickup_post_code_prefix: string
  /** Which of the two prices the card has. */
  by: 'distance' | 'zones'
  distance_price: { base_amount: string; per_km_amount: string; included_weight_kg: string; per_kg_amount: string }
  zones: { country: string; post_code_prefix: string; amount: string }[]
  max_distance_km: string
  max_weight_kg: string
  max_parcels: string
  tax_rate_percent: string
  delivery_minutes: string
  enabled: boolean
}

export const emptyZone = (country = '') => ({ country, post_code_prefix: '', amount: '' })

export const emptyCard = (): CardValues => ({
  name: '',
  service_code: 'fleet_now',
  currency: '',
  pickup_country: '',
  pickup_post_code_prefix: '',
  by: 'distance',
  distance_price: { base_amount: '', per_km_amount: '', included_weight_kg: '', per_kg_amount: '' },
  zones: [emptyZone()],
  max_distance_km: '',
  max_weight_kg: '50',
  max_parcels: '20',
  tax_rate_percent: '0',
  delivery_minutes: '120',
  enabled: true,
})

export function cardValues(card: RateCard): CardValues {
  const empty = emptyCard()
  return {
    name: card.name,
    service_code: card.service_code as CardValues['service_code'],
    currency: card.currency,
    pickup_country: card.pickup_country,
    pickup_post_code_prefix: card.pickup_post_code_prefix ?? '',
    by: card.distance_price === null ? 'zones' : 'distance',
    distance_price: card.distance_price ?? empty.distance_price,
    zones: card.zones?.map((zone) => ({ ...zone, post_code_prefix: zone.post_code_prefix ?? '' })) ?? empty.zones,
    max_distance_km: card.max_distance_km ?? '',
    max_weight_kg: card.max_weight_kg,
    max_parcels: String(card.max_parcels),
    tax_rate_percent: card.tax_rate_percent,
    delivery_minutes: String(card.delivery_minutes),
    enabled: card.enabled,
  }
}

/** The body of a request. What is empty and has a default is left out. */
export function toCard(values: CardValues): CreateRateCard {
  const { by, distance_price: price, zones, service_code, enabled, ...rest } = values
  const texts = (record: Record<string, string>) =>
    Object.fromEntries(Object.entries(record).filter(([, text]) => text.trim() !== ''))
  const { pickup_post_code_prefix: prefix, max_distance_km: km, max_parcels, delivery_minutes, ...others } = rest
  return {
    name: '',
    currency: '',
    pickup_country: '',
    ...texts(others),
    service_code,
    pickup_post_code_prefix: prefix.trim() || null,
    distance_price: by === 'distance' ? { base_amount: '', ...texts(price) } : null,
    zones:
      by === 'zones'
        ? zones.map((zone) => ({ ...zone, post_code_prefix: zone.post_code_prefix.trim() || null }))
        : null,
    max_distance_km: km.trim() || null,
    ...whole('max_parcels', max_parcels),
    ...whole('delivery_minutes', delivery_minutes),
    enabled,
  }
}

/** A whole number as a number. What is none stays as typed: the API names it. */
function whole(name: string, text: string): Record<string, number> {
  if (text.trim() === '') return {}
  return { [name]: (/^\d+$/.test(text.trim()) ? Number(text) : text) as number }
}

/** The fields that differ, each as a whole, so that what somebody else has changed in others stays. */
export function changesOfCard(before: CardValues, now: CardValues) {
  return changedValues(toCard(before), toCard(now))
}
