import { decode } from 'fast-png'
import { expect, test } from 'vitest'
import { photoOf, proofImage, signatureOf } from './proof-images.ts'

test('a photo and a signature are images, the same for the same job and others for another', () => {
  expect(decode(photoOf('job_1'))).toMatchObject({ width: 320, height: 240 })
  expect(decode(signatureOf('job_1'))).toMatchObject({ width: 300, height: 100 })
  expect(photoOf('job_1').equals(photoOf('job_1'))).toBe(true)
  expect(photoOf('job_1').equals(photoOf('job_2'))).toBe(false)
})

test('a proof has these two images and no others', () => {
  expect(proofImage('job_1', 'photo-1.png')?.equals(photoOf('job_1'))).toBe(true)
  expect(proofImage('job_1', '../secret')).toBeUndefined()
})
