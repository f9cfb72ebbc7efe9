import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { list } from '../../../testing/api.ts'
import { fullAccount } from '../../../testing/full-account.ts'
import { openScreen } from '../../../testing/screen.tsx'

test('the paper of this browser survives a reload, and the print station has it', async () => {
  const page = await openScreen('/settings/printers', { answers: { ...fullAccount(), 'GET /bookings': list([]) } })
  const paper = () => screen.findByLabelText<HTMLSelectElement>('Print many labels on')
  expect((await paper()).value).toBe('4x6')
  await page.user.selectOptions(await paper(), 'ZPL')
  await screen.findByText(/waybill labels print --follow --printer tcp:\/\//)
  await page.reload()
  expect((await paper()).value).toBe('zpl')
  await page.user.click(screen.getAllByRole('link', { name: 'Print station' })[0] as HTMLElement)
  await waitFor(() => expect(screen.getByLabelText<HTMLSelectElement>('Paper').value).toBe('zpl'))
})
