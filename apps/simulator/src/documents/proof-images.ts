/** Proofs of delivery of the simulated couriers: a photo of a parcel at a door, and a signature. Deterministic. */
import { createHash } from 'node:crypto'
import { encode } from 'fast-png'

type Colour = readonly [red: number, green: number, blue: number]

/** Left, top, width and height, in pixels. */
type Rectangle = [left: number, top: number, width: number, height: number]

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

  fill([left, top, width, height]: Rectangle, colour: Colour): void {
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

/** Bytes that are always the same for the same job. */
const hashJob = (jobId: string): Buffer => createHash('sha256').update(jobId).digest()

/** 320 × 240 pixels: a wall, a door whose colour depends on the job, a parcel in front of it. */
export function drawPhoto(jobId: string): Buffer {
  const [red = 0, green = 0, blue = 0, place = 0] = hashJob(jobId)
  const canvas = new Canvas(320, 240, [196, 186, 170])
  canvas.fill([0, 190, 320, 50], [120, 116, 110])
  canvas.fill([110, 30, 100, 160], [red >> 1, green >> 1, blue >> 1])
  canvas.fill([192, 110, 8, 8], [230, 200, 90])
  const left = 60 + (place / 255) * 140
  canvas.fill([left, 165, 60, 45], [181, 137, 84])
  canvas.fill([left + 26, 165, 8, 45], [214, 186, 140])
  return canvas.png()
}

/** 300 × 100 pixels: a curve that depends on the job. */
export function drawSignature(jobId: string): Buffer {
  const swings = hashJob(jobId)
  const canvas = new Canvas(300, 100, [255, 255, 255])
  for (let step = 0; step <= 1_000; step++) {
    const part = (step / 1_000) * (swings.length - 1)
    const [from = 0, to = 0] = [swings[Math.floor(part)], swings[Math.ceil(part)]]
    const turn = (1 - Math.cos((part % 1) * Math.PI)) / 2
    canvas.fill([20 + step * 0.26, 15 + ((from + (to - from) * turn) / 255) * 70, 2, 2], [20, 30, 90])
  }
  return canvas.png()
}

/** The image of that name in the proof of a job; undefined: there is none. */
export function drawProofImage(jobId: string, name: string): Buffer | undefined {
  if (name === 'photo-1.png') return drawPhoto(jobId)
  if (name === 'signature.png') return drawSignature(jobId)
  return undefined
}
