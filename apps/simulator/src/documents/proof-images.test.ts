import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { drawPhoto, drawProofImage, drawSignature } from './proof-images.ts'

test('photo and signature are images that depend on the job alone', () => {
  expect(decode(drawPhoto('job_1'))).toMatchObject({ width: 320, height: 240 })
  expect(decode(drawSignature('job_1'))).toMatchObject({ width: 300, height: 100 })
  expect(drawPhoto('job_1').equals(drawPhoto('job_1'))).toBe(true)
  expect(drawPhoto('job_1').equals(drawPhoto('job_2'))).toBe(false)
})

test('a proof has two images and no others', () => {
  expect(drawProofImage('job_1', 'photo-1.png')?.equals(drawPhoto('job_1'))).toBe(true)
  expect(drawProofImage('job_1', '../secret')).toBeUndefined()
})
