import { screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { fullAccount } from '../testing/full-account.ts'
import { openScreen } from '../testing/screen.tsx'

const missing = () => new TypeError('Failed to fetch dynamically imported module: /console/assets/print-page.js')

test('a screen that was never opened says without a connection that it is not loaded, and comes with it', async () => {
  let isOffline = true
  vi.doMock('./lazy-screen.ts', async (original) => {
    const module = await original<typeof import('./lazy-screen.ts')>()
    const lazyScreen = ((load: () => Promise<object>, name: string) => {
      const loadIfOnline = async () => {
        if (isOffline && String(load).includes('print-page')) throw missing()
        return await load()
      }
      return module.lazyScreen(loadIfOnline as never, name as never)
    }) as typeof module.lazyScreen
    return { ...module, lazyScreen }
  })
  const page = await openScreen('/', { answers: fullAccount() })
  // React and the router report every failed screen.
  for (const kind of ['error', 'warn'] as const) vi.spyOn(console, kind).mockReturnValue(undefined)
  const fetchOnline = globalThis.fetch
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    init?.method === 'HEAD' ? Promise.reject(new TypeError('Failed to fetch')) : fetchOnline(input, init),
  )
  await page.user.click(screen.getAllByRole('link', { name: 'Print station' })[0] as HTMLElement)
  await screen.findByText('This screen is not loaded yet, and there is no connection')
  expect(screen.getAllByRole('navigation', { name: 'Screens' }).length).toBeGreaterThan(0)
  isOffline = false
  window.dispatchEvent(new Event('online'))
  await screen.findByRole('heading', { level: 1, name: 'Print station' })
  vi.doUnmock('./lazy-screen.ts')
})
