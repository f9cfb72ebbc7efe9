/** The place of an address in the order of its country: `San Francisco, CA 94107`, `10115 Berlin`. */
import { formatAddress } from 'localized-address-format'

interface Place {
  post_code?: string | null | undefined
  city?: string | null | undefined
  province?: string | null | undefined
  country?: string | null | undefined
}

/** Nothing that is known is left out, whatever the format of the country has. */
export function placeLines({ post_code, city, province, country }: Place): string[] {
  const code = country?.trim().toUpperCase() ?? ''
  const known = {
    postalCode: post_code || undefined,
    locality: city || undefined,
    administrativeArea: province || undefined,
  }
  const fields = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
  const lines = formatAddress({ postalCountry: code, ...fields }, 'latin')
  const missing = Object.values(fields).filter((value) => !lines.some((line) => line.includes(String(value))))
  return [...(missing.length > 0 ? [missing.join(' ')] : []), ...lines]
}
