import { WaybillError } from '@waybill/sdk'

/** Whether somebody else has changed the thing since it was loaded. */
export const isStale = (failure: unknown): boolean =>
  failure instanceof WaybillError && failure.code === 'version_conflict'
