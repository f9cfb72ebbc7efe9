/** Operations as rows of their table. */
import { AppError } from '@waybill/contracts/app-error'
import type { Selectable } from 'kysely'
import type { OperationTable } from '../db.ts'
import { desiredText, knownPositions, parsePosition } from './codec.ts'
import type { EndedOperation, OpenOperation, Operation, Position } from './operation.ts'

export type NewOperation = Pick<OpenOperation, 'environmentId' | 'opId' | 'shipmentId' | 'claimId' | 'context'> &
  Position

const progress = (operation: Position) => ({
  step: operation.step,
  desired: desiredText(operation),
  booking_id: getBookingId(operation),
})

/** The columns that change with the step. `desired` holds the quote and the shipment: it is written only if it differs. */
export function progressSince(before: Position, operation: Position): Partial<ReturnType<typeof progress>> {
  if (before.desired === operation.desired) return { step: operation.step, booking_id: getBookingId(operation) }
  const { desired, ...columns } = progress(operation)
  return desired === desiredText(before) ? columns : { ...columns, desired }
}

/** The booking that the operation works on, if it has come to have one. */
export const getBookingId = ({ desired }: Pick<Position, 'desired'>): string | null => desired.bookingId

export const newRow = (operation: NewOperation) => ({
  environment_id: operation.environmentId,
  op_id: operation.opId,
  kind: operation.kind,
  shipment_id: operation.shipmentId,
  claim_id: operation.claimId,
  ...progress(operation),
  context: JSON.stringify(operation.context),
})

const everyField = (row: Selectable<OperationTable>) => ({
  environmentId: row.environment_id,
  opId: row.op_id,
  shipmentId: row.shipment_id,
  claimId: row.claim_id,
  context: row.context,
  attempts: row.attempts,
})

/** Throws `upstream_timeout` if only a later version knows the step. */
export function openOperation(row: Selectable<OperationTable>): OpenOperation {
  if (!knownPositions.includes(`${row.kind}.${row.step}`)) {
    // A later version works on it.
    throw new AppError('upstream_timeout', 'Outcome not known yet. Retry with the same Idempotency-Key.')
  }
  try {
    const position = parsePosition({ kind: row.kind, step: row.step, bookingId: row.booking_id }, row.desired)
    return { ...everyField(row), ...position, state: 'open' }
  } catch (cause) {
    throw new Error(`operation ${row.op_id} cannot be read: ${(cause as Error).message}`, { cause })
  }
}

function endedOperation(row: Selectable<OperationTable>): EndedOperation {
  const { kind, step, desired, outcome } = row
  if (outcome === null) throw new Error(`operation ${row.op_id} has ended without an outcome`)
  return { ...everyField(row), state: 'ended', kind, step, desired, outcome }
}

export const operationFromRow = (row: Selectable<OperationTable>): Operation =>
  row.state === 'open' ? openOperation(row) : endedOperation(row)
