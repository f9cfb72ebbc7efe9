/**
 * Kinds of stuck work. For each, the age from which one counts as stuck, in seconds, and its alert,
 * whose name is also its heading in the runbook. Each limit is well above what the product needs by itself.
 */
export const stuckKinds = {
  /** Lane of an outbox. Relays poll every 0.2 s, and a lease lasts 15 s. */
  lane: { afterSeconds: 60, alert: 'OutboxLagging' },
  /** Event that a consumer cannot apply. A gap is tried every 30 s, an error every 5 minutes. */
  parked_event: { afterSeconds: 600, alert: 'EventsParked' },
  /** Pass of an erasure, which waits for open operations of the subject. */
  erasure: { afterSeconds: 86_400, alert: 'ErasureStuck' },
  /** Operation of the booking service. It takes seconds, a dispatch until its window ends, a silent carrier up to a day. */
  operation: { afterSeconds: 600, alert: 'BookingSagaStuck' },
  /** Booking of which the carrier has not said whether it took it. */
  doubtful_booking: { afterSeconds: 900, alert: 'BookingOutcomeUnknown' },
  /** Pending booking that no operation works on. A sweep fails it after 15 minutes. */
  pending_booking: { afterSeconds: 1_200, alert: 'PendingBookingStuck' },
  /** Claim on a shipment that no open operation holds. A sweep ends it after 15 minutes. */
  claim: { afterSeconds: 1_200, alert: 'ClaimStuck' },
  /** Label of a live booking. A silent carrier is asked at least once an hour. */
  label: { afterSeconds: 7_200, alert: 'LabelStuck' },
  /** Photo or signature of a proof that is due to be fetched. Those due are looked for every two seconds. */
  proof_media: { afterSeconds: 900, alert: 'ProofMediaStuck' },
  /** Search for a driver of an own fleet that is due. Those due are looked for every second. */
  fleet_offer: { afterSeconds: 300, alert: 'FleetOfferStuck' },
  /** Batch whose environment has made no attempt lately. Due items are looked for twice a second. */
  booking_batch: { afterSeconds: 600, alert: 'BookingBatchStuck' },
  /** Credentials of a carrier account that no key opens. All are checked at start and every ten minutes. */
  carrier_credentials: { afterSeconds: 0, alert: 'CarrierCredentialsUnopenable' },
  /** Webhook delivery whose claim has lost its lease, or that could be sent. Both are looked for about every second. */
  delivery: { afterSeconds: 600, alert: 'WebhookDeliveryStuck' },
  /** Replay that could continue. Replays are continued every second. */
  replay: { afterSeconds: 600, alert: 'WebhookReplayStuck' },
  /** Subscription that is behind the event log and could continue. Those are continued about every quarter of a second. */
  subscription_behind: { afterSeconds: 600, alert: 'WebhookBehindStuck' },
  /** Deleted subscription whose open deliveries are not cancelled. That is continued every second. */
  subscription_deletion: { afterSeconds: 600, alert: 'WebhookDeletionStuck' },
  /** Monthly partition that is missing or not dropped. Both are looked for every hour. */
  partition: { afterSeconds: 86_400, alert: 'WebhookPartitionStuck' },
} as const satisfies Record<string, { afterSeconds: number; alert: string }>

export type StuckKind = keyof typeof stuckKinds

/** Where the runbook says what to do about a kind. A kind that this version does not know has the runbook's beginning. */
export const runbookLink = (kind: string): string =>
  Object.hasOwn(stuckKinds, kind)
    ? `docs/runbook.md#${stuckKinds[kind as StuckKind].alert.toLowerCase()}`
    : 'docs/runbook.md'
