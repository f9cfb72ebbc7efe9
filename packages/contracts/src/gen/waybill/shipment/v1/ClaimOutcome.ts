// Original file: protos/waybill/shipment/v1/shipment.proto

export const ClaimOutcome = {
  CLAIM_OUTCOME_UNSPECIFIED: 'CLAIM_OUTCOME_UNSPECIFIED',
  /**
   * The caller holds the shipment and must settle.
   */
  HELD: 'HELD',
  /**
   * UPDATE of fields that no carrier needs: applied, and the shipment is not held.
   */
  APPLIED: 'APPLIED',
  /**
   * CANCEL while another operation holds the shipment: recorded, and carried out by holder_claim_id.
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
   * UPDATE of fields that no carrier needs: applied, and the shipment is not held.
   */
  | 'APPLIED'
  | 2
  /**
   * CANCEL while another operation holds the shipment: recorded, and carried out by holder_claim_id.
   */
  | 'DEFERRED'
  | 3

export type ClaimOutcome__Output = typeof ClaimOutcome[keyof typeof ClaimOutcome]
