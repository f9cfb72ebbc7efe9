import { DOTS_PER_POINT, mmToPt } from '@waybill/carriers/label/units'

/** The printer dot at a distance from the edge. */
export const mmToDots = (mm: number): number => Math.round(mmToPt(mm) * DOTS_PER_POINT)
