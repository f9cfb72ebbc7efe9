/** Determines the type of an uploaded logo by its content. */
import { AppError } from '@waybill/contracts/app-error'
import { imageSize } from 'image-size'

export const LOGO_LIMIT_BYTES = 256 * 1024
/** A small file can be an image that fills the memory of a phone. */
const LONGEST_SIDE_PIXELS = 2_048

const contentTypes: Record<string, string> = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' }

/** How each type begins, read as Latin-1. */
const signatures: [contentType: string, matches: (head: string) => boolean][] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (head) => head.startsWith('\xff\xd8\xff')],
  ['image/webp', (head) => head.startsWith('RIFF') && head.startsWith('WEBP', 8)],
]

/** Throws `invalid_image`. The Content-Type of the request does not matter: browsers go by what the API serves. */
export function readLogo(bytes: Buffer): { contentType: string; width: number; height: number } {
  const head = bytes.subarray(0, 16).toString('latin1')
  const contentType = signatures.find(([, matches]) => matches(head))?.[0]
  if (contentType === undefined) throw notAnImage()
  const { type = '', width, height } = measureSize(bytes)
  if (contentTypes[type] !== contentType || !(width > 0) || !(height > 0)) throw notAnImage()
  if (Math.max(width, height) > LONGEST_SIDE_PIXELS) {
    const message = `The logo has ${width} × ${height} pixels; ${LONGEST_SIDE_PIXELS} are allowed on each side. Send a smaller one.`
    throw new AppError('invalid_image', message)
  }
  return { contentType, width, height }
}

function measureSize(bytes: Buffer) {
  try {
    return imageSize(bytes)
  } catch (error) {
    throw notAnImage(error)
  }
}

const notAnImage = (cause?: unknown): AppError =>
  new AppError('invalid_image', 'The body is not a PNG, JPEG or WebP image. Send the bytes of one, unchanged.', {
    cause,
  })
