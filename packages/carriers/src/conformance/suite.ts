/** The conformance suite, exported for adapter authors. Every adapter passes it against a server on a port. */
import type { CarrierDescriptor } from '../carrier-descriptor.ts'
import { accountCases } from './account-cases.ts'
import { addressCases } from './address-cases.ts'
import { bookCases } from './book-cases.ts'
import { changeCases } from './change-cases.ts'
import { mishaps as allMishaps, type ConformanceCase, type ConformanceTraits } from './conformance-case.ts'
import { customsCases } from './customs-cases.ts'
import { documentCases } from './document-cases.ts'
import { draftCases } from './draft-cases.ts'
import { lookupCases } from './lookup-cases.ts'
import { manifestCases } from './manifest-cases.ts'
import { mishapCases } from './mishap-cases.ts'
import { optionCases } from './option-cases.ts'
import { parcelCases } from './parcel-cases.ts'
import { pickupCases } from './pickup-cases.ts'
import { quoteCases } from './quote-cases.ts'
import { trackingCases } from './tracking-cases.ts'

export type {
  ConformanceCase,
  ConformanceServer,
  ConformanceSubject,
  ConformanceTraits,
  FaultOrder,
  Mishap,
} from './conformance-case.ts'

const allCases = [
  ...quoteCases,
  ...optionCases,
  ...customsCases,
  ...draftCases,
  ...bookCases,
  ...lookupCases,
  ...changeCases,
  ...trackingCases,
  ...parcelCases,
  ...documentCases,
  ...mishapCases,
  ...accountCases,
  ...addressCases,
  ...pickupCases,
  ...manifestCases,
]

const everything: ConformanceTraits = {
  mishaps: allMishaps,
  signsTime: true,
  signsBody: true,
  keepsHistory: true,
  changes: 'address',
  draftsByCall: true,
  tracksParcels: false,
  echoesReference: true,
  callsOverNetwork: true,
}

/** The cases for a carrier of these capabilities. Absent traits: it can do everything, but reports no single parcels. */
export function conformanceCases(
  descriptor: CarrierDescriptor,
  able: Partial<ConformanceTraits> = {},
): ConformanceCase[] {
  const traits = { ...everything, ...able }
  return allCases.filter(
    ({ appliesTo, mishap, overNetwork = false }) =>
      (appliesTo?.(descriptor, traits) ?? true) &&
      (mishap === undefined || traits.mishaps.includes(mishap)) &&
      (!overNetwork || traits.callsOverNetwork),
  )
}
