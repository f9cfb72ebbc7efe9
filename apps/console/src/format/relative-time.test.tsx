import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RelativeTime } from './relative-time.tsx'

const AT = '2026-03-02T09:00:00.000Z'

beforeEach(() => vi.useFakeTimers({ now: new Date(AT) }))
afterEach(() => vi.useRealTimers())

const Times = ({ all }: { all: readonly string[] }) => (
  <I18nProvider i18n={i18n}>
    {all.map((at) => (
      <RelativeTime key={at} at={at} />
    ))}
  </I18nProvider>
)

test('relative times follow one clock: each second, and also for a time that comes later', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const read = () => [...view.container.querySelectorAll('time')].map(({ textContent }) => textContent)
  const view = render(<Times all={[AT]} />)
  act(() => vi.advanceTimersByTime(5_000))
  expect(read()).toEqual(['5 seconds ago'])
  act(() => vi.advanceTimersByTime(15_000))
  const later = new Date(Date.now() - 1_000).toISOString()
  view.rerender(<Times all={[later, AT]} />)
  expect(read()).toEqual(['1 second ago', '20 seconds ago'])
  act(() => vi.advanceTimersByTime(4_000))
  expect(read()).toEqual(['5 seconds ago', '24 seconds ago'])
  view.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
