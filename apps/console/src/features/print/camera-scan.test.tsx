import { screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { list } from '../../testing/api.ts'
import { openScreen } from '../../testing/screen.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'mediaDevices')
})

const answers = { 'GET /bookings': list([]), 'GET /shipments': list([]), 'GET /carriers': list([]) }

/** A camera that shows nothing at first, and then a barcode. */
function startCamera(getUserMedia: () => Promise<unknown>) {
  const pictures = [[], [{ rawValue: 'CV0000001' }]]
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      detect = async () => pictures.shift() ?? []
    },
  )
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true })
}

/** The dialog gives its focus back in a timer that it has set before. */
const afterDialog = () => new Promise((resolve) => setTimeout(resolve, 0))

test('a code that the camera has read is in the field, nothing is printed by itself, and the camera is off', async () => {
  const stop = vi.fn()
  startCamera(async () => ({ getTracks: () => [{ stop }] }))
  const page = await openScreen('/print', { answers })
  await page.user.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
  const field = await screen.findByLabelText<HTMLInputElement>('Barcode, tracking number, order reference or ID')
  await waitFor(() => expect(field.value).toBe('CV0000001'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await afterDialog()
  expect(document.activeElement).toBe(field)
  expect(stop).toHaveBeenCalled()
  expect(page.api.callsTo('POST /label-batches')).toEqual([])
})

test('a camera that may not be used says what to do', async () => {
  startCamera(async () => {
    throw new DOMException('Permission denied', 'NotAllowedError')
  })
  const page = await openScreen('/print', { answers })
  await page.user.click(await screen.findByRole('button', { name: 'Scan with the camera' }))
  await screen.findByText(/Allow it in your browser/)
  await page.user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await afterDialog()
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Scan with the camera' }))
})

test('a browser that reads no barcodes has no button for it', async () => {
  await openScreen('/print', { answers })
  await screen.findByText('Scan')
  expect(screen.queryByRole('button', { name: 'Scan with the camera' })).toBeNull()
})
