/** A page of the console with everything real but the network: the routes, the cache, the forms, the SDK. */
import { act, cleanup, render, screen } from '@testing-library/react'
import { PointerEventsCheckLevel, userEvent } from '@testing-library/user-event'
import type { Session } from '@waybill/sdk'
import { expect, vi } from 'vitest'
import { type Answers, FakeApi } from './api.ts'
import { aSession } from './session.ts'

interface ScreenOptions {
  /** Answers of the API. The session has one already. */
  answers?: Answers
  /** Who is signed in: an owner unless it is named; null: nobody. */
  session?: Session | null
}

export interface OpenScreen {
  api: FakeApi
  user: ReturnType<typeof userEvent.setup>
  /** Replaces the text of a control. */
  fill: (control: HTMLElement, text: string) => Promise<void>
  /** The path and the search parameters of the address, without the environment. */
  address: () => string
  /** Loads the page anew, at the address that it has. What the browser keeps stays. */
  reload: () => Promise<void>
}

const BASE = '/console'
const CSRF = 'waybill_csrf'

/** Warnings of React's test build about the router, when the file of a route comes late. No browser prints them. */
const LAZY_ROUTE =
  /This library called use\(\) to suspend in a previous render|A component suspended inside an `act` scope, but the `act` call was not awaited/

/** Messages of the page in the console of the browser, which stays empty on a page without faults. */
let complaints: unknown[][] = []
let open: { api: FakeApi; destroy: () => void } | undefined

/** Opens an address of the console, such as `/settings/team`, and waits for the frame or for the form to sign in. */
export async function openScreen(path: string, options: ScreenOptions = {}): Promise<OpenScreen> {
  const { answers = {}, session = aSession() } = options
  const api = new FakeApi({ 'GET /session': session, ...answers })
  vi.stubGlobal('fetch', api.fetch)
  complaints = []
  for (const kind of ['error', 'warn'] as const)
    vi.spyOn(console, kind).mockImplementation((...said: unknown[]) => {
      if (!LAZY_ROUTE.test(String(said[0]))) complaints.push(said)
    })
  // biome-ignore lint/suspicious/noDocumentCookie: the page reads it where jsdom has no other way to set it
  document.cookie = session === null ? `${CSRF}=; max-age=0` : `${CSRF}=token`
  window.history.replaceState(null, '', BASE + path)
  await load(api)
  // A dialog of the address hides the frame from assistive technology.
  if (session) await screen.findAllByRole('navigation', { name: 'Screens', hidden: true })
  // Whether another element covers a control is a matter of layout.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never })
  return {
    api,
    user,
    async fill(control, text) {
      await user.clear(control)
      if (text !== '') await user.paste(text)
    },
    address() {
      const { pathname, searchParams } = new URL(window.location.href)
      searchParams.delete('env')
      return `${pathname.slice(BASE.length)}${searchParams.size > 0 ? `?${searchParams}` : ''}`
    },
    async reload() {
      open?.destroy()
      await load(api)
    },
  }
}

/** The person chooses German. */
export async function inGerman(): Promise<void> {
  const { setPreferences } = await import('../session/preferences.ts')
  act(() => setPreferences({ language: 'de' }))
}

/** Loads the files of the console as the browser does: every module is new, as is its state. */
async function load(api: FakeApi): Promise<void> {
  vi.resetModules()
  const [{ i18n }, { I18nProvider }, { RouterProvider }, { startLanguage }, { router }] = await Promise.all([
    import('@lingui/core'),
    import('@lingui/react'),
    import('@tanstack/react-router'),
    import('../i18n/language.ts'),
    import('../router.ts'),
  ])
  await startLanguage()
  const destroy = () => {
    cleanup()
    router.history.destroy()
    // A dialog that was open may have made the page behind it inert.
    document.body.replaceChildren()
    document.body.removeAttribute('style')
  }
  open = { api, destroy }
  await act(async () => {
    render(
      <I18nProvider i18n={i18n}>
        <RouterProvider router={router} />
      </I18nProvider>,
    )
  })
}

/** Closes the page. Fails the test if the page has made a call without an answer, or the browser would have complained. */
export function closeScreen(): void {
  const closing = open
  open = undefined
  if (!closing) return
  closing.destroy()
  closing.api.stop()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  expect(closing.api.unanswered, 'calls without an answer').toEqual([])
  expect(complaints, 'errors and warnings of the browser').toEqual([])
}
