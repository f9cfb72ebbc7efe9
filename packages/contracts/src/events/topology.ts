/**
 * Who listens to what on the broker: one constant, asserted by every process before its first publish, because
 * an event that no queue is bound to is confirmed by the broker and gone. Each change of a subject is told once as
 * `updated`, whatever other types it has: the services follow that one.
 */
export interface Topology {
  /** Queues by consuming service: binding patterns of the topic exchange. */
  readonly consumers: Readonly<Record<string, readonly string[]>>
}

export const topology: Topology = {
  consumers: {
    shipment: ['booking.updated'],
    quoting: ['shipment.updated', 'shipment.erased', 'booking.updated'],
    booking: ['shipment.updated', 'shipment.dispatch_requested', 'shipment.expiry_requested', 'shipment.erased'],
    webhook: ['#'],
  },
}
