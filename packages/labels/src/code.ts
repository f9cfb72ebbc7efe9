/** A QR code as an image, to be shown on a phone. */
import bwip from 'bwip-js/node'

/** ISO/IEC 18004 requires four modules on each side. */
const QUIET_ZONE_MODULES = 4
const PIXELS_PER_MODULE = 8

/** A PNG, black on white. Equal texts give equal bytes. */
export const printCode = async (text: string): Promise<Buffer> =>
  await bwip.toBuffer({
    bcid: 'qrcode',
    text,
    scale: PIXELS_PER_MODULE,
    padding: QUIET_ZONE_MODULES,
    backgroundcolor: 'FFFFFF',
  })
