import { randomUUID } from 'node:crypto'
import { createSendSlots } from '../dispatching/send-slots.ts'
import type { ClaimTerms } from '../queue/claim-repository.ts'

const limits = { process: 1_000, environment: 1_000, origin: 2_000 }

/** The terms of a claim by a process that has nothing in flight. */
export const claimTerms = (terms: Partial<ClaimTerms> = {}): ClaimTerms => ({
  claimId: randomUUID(),
  claimedBy: 1,
  leaseMs: 60_000,
  limit: 10,
  endpointLimit: () => 10,
  choose: createSendSlots(limits, { inc() {}, dec() {} }).choose,
  ...terms,
})
