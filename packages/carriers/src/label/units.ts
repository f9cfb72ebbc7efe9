/** Pure: lengths of labels in millimetres, PDF points and printer dots. */

const MM_PER_INCH = 25.4
/** PDF's unit: 1/72 inch (ISO 32000-1, 8.3.2.3). */
const POINTS_PER_INCH = 72

/** Resolution of common label printers: 8 dots per millimetre. */
const DOTS_PER_INCH = 203

/** PDF points of one printer dot. */
export const DOT_PT = POINTS_PER_INCH / DOTS_PER_INCH

/** Pixels per PDF point in an image at printer resolution. */
export const DOTS_PER_POINT = DOTS_PER_INCH / POINTS_PER_INCH

export const mmToPt = (mm: number): number => (mm * POINTS_PER_INCH) / MM_PER_INCH
