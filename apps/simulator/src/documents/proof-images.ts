/** What a courier who exists only here hands in as a proof: a photo of a parcel at a door, a scribble. Pure. */
import { createHash } from 'node:crypto'
import { encode } from 'fast-png'

type Colour = readonly [red: number, green: number, blue: number]

class Canvas {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array

  constructor(width: number, height: number, [red, green, blue]: Colour) {
    this.width = width
    this.height = height
    this.data = new Uint8Array(width * height * 3)
    for (let at = 0; at < this.data.length; at += 3) this.data.set([red, green, blue], at)
  }

  fill(left: number, top: number, width: number, height: number, colour: Colour): void {
    for (let y = Math.max(0, Math.round(top)); y < Math.min(this.height, Math.round(top + height)); y++) {
      for (let x = Math.max(0, Math.round(left)); x < Math.min(this.width, Math.round(left + width)); x++) {
        this.data.set(colour, (y * this.width + x) * 3)
      }
    }
  }

  png(): Buffer {
    return Buffer.from(encode({ width: this.width, height: this.height, data: this.data, channels: 3, depth: 8 }))
  }
}

/** Numbers from 0 to 255 that are the same for the same job. */
const bytesOf = (jobId: string): Buffer => createHash('sha256').update(jobId).digest()

/** 320 × 240: a wall, a door in the job's own colour, a parcel in front of it. */
export function photoOf(jobId: string): Buffer {
  const [red = 0, green = 0, blue = 0, place = 0] = bytesOf(jobId)
  const canvas = new Canvas(320, 240, [196, 186, 170])
  canvas.fill(0, 190, 320, 50, [120, 116, 110])
  canvas.fill(110, 30, 100, 160, [red >> 1, green >> 1, blue >> 1])
  canvas.fill(192, 110, 8, 8, [230, 200, 90])
  const left = 60 + (place / 255) * 140
  canvas.fill(left, 165, 60, 45, [181, 137, 84])
  canvas.fill(left + 26, 165, 8, 45, [214, 186, 140])
  return canvas.png()
}

/** 300 × 100: a line that swings as the job's number says. */
export function signatureOf(jobId: string): Buffer {
  const swings = bytesOf(jobId)
  const canvas = new Canvas(300, 100, [255, 255, 255])
  for (let step = 0; step <= 1_000; step++) {
    const part = (step / 1_000) * (swings.length - 1)
    const [from = 0, to = 0] = [swings[Math.floor(part)], swings[Math.ceil(part)]]
    const turn = (1 - Math.cos((part % 1) * Math.PI)) / 2
    canvas.fill(20 + step * 0.26, 15 + ((from + (to - from) * turn) / 255) * 70, 2, 2, [20, 30, 90])
  }
  return canvas.png()
}

/** The image of that name in the proof of a job, or undefined. */
export function proofImage(jobId: string, name: string): Buffer | undefined {
  if (name === 'photo-1.png') return photoOf(jobId)
  if (name === 'signature.png') return signatureOf(jobId)
  return undefined
}
