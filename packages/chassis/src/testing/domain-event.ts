import { newId } from '@waybill/contracts/ids'
import type { DomainEvent } from '../messaging/outbox/outbox.ts'

/** An event with a new id. */
export function anEvent(event: Partial<DomainEvent> = {}): DomainEvent {
  return {
    eventId: newId('evt'),
    type: 'parcel.moved',
    environmentId: 'env_1',
    subjectType: 'parcel',
    subjectId: 'pcl_1',
    sequence: 1,
    occurredAt: new Date('2026-12-01T09:00:00Z'),
    public: { data: { object: { status: 'moved' } } },
    internal: null,
    ...event,
  }
}
