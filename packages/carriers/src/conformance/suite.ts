/** The conformance suite, exported for adapter authors. Every adapter passes it against a server on a port. */
import type { CarrierDescriptor } from '../carrier-adapter.ts'
import { bookCases } from './book-cases.ts'
import { changeCases } from './change-cases.ts'
import { mishaps as allMishaps, type ConformanceCase, type Mishap } from './conformance-case.ts'
import { documentCases } from './document-cases.ts'
import { draftCases } from './draft-cases.ts'
import { mishapCases } from './mishap-cases.ts'
import { quoteCases } from './quote-cases.ts'
import { trackingCases } from './tracking-cases.ts'

export type {
  ConformanceCase,
  ConformanceServer,
  ConformanceSubject,
  FaultOrder,
  Mishap,
} from './conformance-case.ts'

const allCases = [
  ...quoteCases,
  ...draftCases,
  ...bookCases,
  ...changeCases,
  ...trackingCases,
  ...documentCases,
  ...mishapCases,
]

/** The cases for a carrier of these capabilities. `mishaps`: those that the carrier can report; default all. */
export const conformanceCases = (
  descriptor: CarrierDescriptor,
  { mishaps = allMishaps }: { mishaps?: readonly Mishap[] } = {},
): ConformanceCase[] =>
  allCases.filter(
    ({ appliesTo, mishap }) => (appliesTo?.(descriptor) ?? true) && (mishap === undefined || mishaps.includes(mishap)),
  )
