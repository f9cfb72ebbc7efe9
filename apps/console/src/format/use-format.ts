import { useLingui } from '@lingui/react'
import { useMemo } from 'react'
import { formatLocale } from '../i18n/language.ts'
import { readClock } from './clock.ts'
import * as format from './format.ts'

/** The functions of `format.ts` for the person's locale. */
export function useFormat() {
  const { i18n } = useLingui()
  const locale = formatLocale(i18n.locale, navigator.languages)
  return useMemo(
    () => ({
      locale,
      money: (amount: string, currency: string) => format.formatMoney(amount, currency, locale),
      weight: (weightKg: number) => format.formatWeight(weightKg, locale),
      pounds: (weightKg: number) => format.formatPounds(weightKg, locale),
      dimensions: (sidesCm: readonly number[]) => format.formatDimensions(sidesCm, locale),
      distance: (distanceM: number) => format.formatDistance(distanceM, locale),
      country: (code: string | null) => code && format.formatCountry(code, locale),
      number: (value: number) => format.formatNumber(value, locale),
      time: (iso: string, timeZone?: string) => format.formatTime(iso, locale, timeZone),
      window: (range: readonly [string, string], timeZone?: string) =>
        format.formatWindow(range, readClock(), locale, timeZone),
      exactTime: (iso: string, timeZone?: string) => format.formatExactTime(iso, locale, timeZone),
      date: (date: string) => format.formatDate(date, locale),
      relativeTime: (iso: string, nowMs: number) => format.formatRelativeTime(iso, nowMs, locale),
    }),
    [locale],
  )
}
