/** The suite that every adapter passes against a server on a port. */
import type { CarrierDescriptor } from './carrier-adapter.ts'
import { bookCases } from './conformance/book-cases.ts'
import { changeCases } from './conformance/change-cases.ts'
import { documentCases } from './conformance/document-cases.ts'
import { draftCases } from './conformance/draft-cases.ts'
import { mishapCases } from './conformance/mishap-cases.ts'
import { quoteCases } from './conformance/quote-cases.ts'
import { type ConformanceCase, mishaps as everyMishap, type Mishap } from './conformance/subject.ts'
import { trackingCases } from './conformance/tracking-cases.ts'

export type {
  ConformanceCase,
  ConformanceServer,
  ConformanceSubject,
  FaultOrder,
  Mishap,
} from './conformance/subject.ts'

const allCases = [
  ...quoteCases,
  ...draftCases,
  ...bookCases,
  ...changeCases,
  ...trackingCases,
  ...documentCases,
  ...mishapCases,
]

/** The cases that a carrier of these capabilities must pass. `mishaps`: those it has words for; all, unless it says less. */
export const conformanceCases = (
  descriptor: CarrierDescriptor,
  { mishaps = everyMishap }: { mishaps?: readonly Mishap[] } = {},
): ConformanceCase[] =>
  allCases.filter(
    ({ appliesTo, mishap }) => (appliesTo?.(descriptor) ?? true) && (mishap === undefined || mishaps.includes(mishap)),
  )
