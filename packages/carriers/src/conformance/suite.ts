/** The suite that every adapter passes against a server on a port. */
import type { CarrierDescriptor } from '../carrier-adapter.ts'
import { bookCases } from './book-cases.ts'
import { changeCases } from './change-cases.ts'
import { documentCases } from './document-cases.ts'
import { draftCases } from './draft-cases.ts'
import { type ConformanceCase, mishaps as everyMishap, type Mishap } from './fixtures.ts'
import { mishapCases } from './mishap-cases.ts'
import { quoteCases } from './quote-cases.ts'
import { trackingCases } from './tracking-cases.ts'

export type {
  ConformanceCase,
  ConformanceServer,
  ConformanceSubject,
  FaultOrder,
  Mishap,
} from './fixtures.ts'

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
