/** The lines of an address in the order of its country, by libaddressinput's formats. */
import { formatAddress } from 'localized-address-format'

interface PostalAddress {
  name: string | null
  company: string | null
  addressLine1: string
  addressLine2: string | null
  town: string | null
  city: string
  province: string | null
  postCode: string | null
  /** ISO 3166-1 alpha-2. */
  country: string
}

/** Where an address in the country's own script runs from the largest to the smallest, and the name is last. */
const LARGEST_FIRST = new Set(['CN', 'HK', 'JP', 'KR', 'MO', 'TW'])
const EAST_ASIAN = /[\p{scx=Hani}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' })

const isText = (line: string | null | undefined): line is string => line != null && line.trim() !== ''

/**
 * From the name to the country, without empty lines. `otherCountry`: of the other end; the country's name, in English and in
 * capitals as the Universal Postal Union asks, is printed abroad only.
 */
export function addressLines(address: PostalAddress, otherCountry: string): string[] {
  const { country, city, postCode, town } = address
  const province = address.province?.replace(new RegExp(`^${country}-`), '')
  const isLargestFirst = LARGEST_FIRST.has(country) && EAST_ASIAN.test(city + address.addressLine1)
  const streets = [address.addressLine1, address.addressLine2].filter(isText)
  const script = isLargestFirst ? 'local' : 'latin'
  const format = (rest: object): string[] =>
    formatAddress({ postalCountry: country, ...(isText(postCode) && { postalCode: postCode }), ...rest }, script)
  const places = { ...(isText(province) && { administrativeArea: province }), locality: city }
  const whole = isLargestFirst
    ? { name: address.name ?? '', organization: address.company ?? '', addressLines: [town, ...streets].filter(isText) }
    : {}
  const formatted = format({ ...whole, ...places })
  // Some formats have no city, such as Japan's, and some no post code.
  const withCity = formatted.some((line) => line.includes(city))
    ? formatted
    : format({ ...whole, administrativeArea: [province, city].filter(isText).join(isLargestFirst ? '' : ', ') })
  const withPlace = withCity.some((line) => line.includes(city)) ? withCity : [city, ...withCity]
  const hasCode = !isText(postCode) || withPlace.some((line) => line.includes(postCode.trim()))
  const last = hasCode ? withPlace : [`${postCode} ${withPlace[0]}`, ...withPlace.slice(1)]
  const before = isLargestFirst ? [] : [address.name, address.company, ...streets, town]
  const abroad = country === otherCountry ? [] : [(countryNames.of(country) ?? country).toUpperCase()]
  return [...before, ...last, ...abroad].filter(isText)
}
