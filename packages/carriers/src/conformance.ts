/** The suite that every adapter passes against a server on a port. */
import type { CarrierDescriptor } from './carrier-adapter.ts'
import { bookCases } from './conformance/book-cases.ts'
import { changeCases } from './conformance/change-cases.ts'
import { draftCases } from './conformance/draft-cases.ts'
import { quoteCases } from './conformance/quote-cases.ts'
import type { ConformanceCase } from './conformance/subject.ts'
import { trackingCases } from './conformance/tracking-cases.ts'

export type { ConformanceCase, ConformanceServer, ConformanceSubject, FaultOrder } from './conformance/subject.ts'

/** The cases that a carrier of these capabilities must pass. */
export const conformanceCases = (descriptor: CarrierDescriptor): ConformanceCase[] =>
  [...quoteCases, ...draftCases, ...bookCases, ...changeCases, ...trackingCases].filter(
    ({ appliesTo }) => appliesTo?.(descriptor) ?? true,
  )
