import type { IncidentCode } from '@waybill/contracts/booking'
import type { FactStatus, ShipmentCondition } from '../tracking-fact.ts'

/** What a word of a vendor's vocabulary says of a job. */
export interface IncidentMeaning {
  /** Where it says so itself; null: only the vendor's status does. */
  status: FactStatus | null
  condition: ShipmentCondition | null
  incident: IncidentCode | null
}
