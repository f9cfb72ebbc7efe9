// Original file: protos/waybill/shipment/v1/shipment.proto

export const ClaimOutcome = {
  CLAIM_OUTCOME_UNSPECIFIED: 'CLAIM_OUTCOME_UNSPECIFIED',
  /**
   * The caller holds the shipment and must settle.
   */
  HELD: 'HELD',
  /**
   * UPDATE of what no carrier need know: done, nothing is held.
   */
  APPLIED: 'APPLIED',
  /**
   * CANCEL while another operation holds the shipment: the wish is recorded, holder_claim_id pursues it.
   */
  DEFERRED: 'DEFERRED',
} as const;

export type ClaimOutcome =
  | 'CLAIM_OUTCOME_UNSPECIFIED'
  | 0
  /**
   * The caller holds the shipment and must settle.
   */
  | 'HELD'
  | 1
  /**
   * UPDATE of what no carrier need know: done, nothing is held.
   */
  | 'APPLIED'
  | 2
  /**
   * CANCEL while another operation holds the shipment: the wish is recorded, holder_claim_id pursues it.
   */
  | 'DEFERRED'
  | 3

export type ClaimOutcome__Output = typeof ClaimOutcome[keyof typeof ClaimOutcome]
