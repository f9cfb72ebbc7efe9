// Original file: protos/waybill/shipment/v1/shipment.proto

export const ClaimKind = {
  CLAIM_KIND_UNSPECIFIED: 'CLAIM_KIND_UNSPECIFIED',
  BOOK: 'BOOK',
  CANCEL: 'CANCEL',
  UPDATE: 'UPDATE',
  DISPATCH: 'DISPATCH',
  /**
   * The shipment's booking is cancelled; the shipment is not.
   */
  CANCEL_BOOKING: 'CANCEL_BOOKING',
} as const;

export type ClaimKind =
  | 'CLAIM_KIND_UNSPECIFIED'
  | 0
  | 'BOOK'
  | 1
  | 'CANCEL'
  | 2
  | 'UPDATE'
  | 3
  | 'DISPATCH'
  | 4
  /**
   * The shipment's booking is cancelled; the shipment is not.
   */
  | 'CANCEL_BOOKING'
  | 5

export type ClaimKind__Output = typeof ClaimKind[keyof typeof ClaimKind]
