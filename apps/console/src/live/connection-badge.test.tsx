import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConnectionBadge } from './connection-badge.tsx'
import type { Connection } from './event-stream.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

const badge = (connection: Connection) => (
  <I18nProvider i18n={i18n}>
    <ConnectionBadge connection={connection} />
  </I18nProvider>
)

test('a connection is talked about once it is there, takes long, or is lost', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const view = render(badge('connecting'))
  const read = () => view.container.textContent
  expect(read()).toBe('')
  act(() => vi.advanceTimersByTime(2_000))
  view.rerender(badge('live'))
  expect(read()).toBe('Live')
  view.rerender(badge('offline'))
  expect(read()).toBe('Reconnecting')
  view.rerender(badge('connecting'))
  expect(read()).toBe('')
  act(() => vi.advanceTimersByTime(5_000))
  expect(read()).toBe('Connecting')
  view.unmount()
  expect(vi.getTimerCount()).toBe(0)
})
