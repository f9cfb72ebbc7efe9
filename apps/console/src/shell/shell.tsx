import { Trans, useLingui } from '@lingui/react/macro'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouteContext, useRouter } from '@tanstack/react-router'
import { Search } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { type EarlyKeys, holdKeys } from '../commands/early-keys.ts'
import { type Command, useCommands } from '../commands/registry.ts'
import { isMac, Shortcuts } from '../commands/shortcuts.tsx'
import { isSearchable } from '../format/searchable.ts'
import { ConnectionBadge, OfflineBanner } from '../live/connection-badge.tsx'
import { LiveEvents, useConnection } from '../live/live-events.tsx'
import { useAsksToConfirm } from '../session/confirmation.ts'
import { ScreenUnavailable } from '../session/lazy-screen.ts'
import { WorkspaceContext } from '../session/workspace.ts'
import { Announcer } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import { Kbd } from '../ui/kbd.tsx'
import { Toaster } from '../ui/toast.tsx'
import { useDestinations } from './destinations.ts'
import { EnvironmentSwitch, TestStripes } from './environment-switch.tsx'
import { BottomBar, Sidebar } from './navigation.tsx'
import { PageError } from './page-states.tsx'
import { loadScreensWhenIdle } from './preload.ts'
import { useScreens } from './screens.ts'
import { SessionDialog } from './session-dialog.tsx'
import { UserMenu } from './user-menu.tsx'

const ConfirmationDialog = lazy(() =>
  import('../session/confirmation-dialog.tsx').then((module) => ({ default: module.ConfirmationDialog })),
)
const Palette = lazy(() => import('../commands/palette.tsx').then((module) => ({ default: module.Palette })))
const HelpDialog = lazy(() => import('../commands/help-dialog.tsx').then((module) => ({ default: module.HelpDialog })))

/** The frame around the screens of a signed-in person. */
export function Shell() {
  const { workspace } = useRouteContext({ from: '/signed-in' })
  const asksToConfirm = useAsksToConfirm()
  return (
    <WorkspaceContext value={workspace}>
      <QueryClientProvider client={workspace.queryClient}>
        {/* By environment: nothing of a screen lives on in another one. */}
        <LiveEvents key={workspace.environment.environment_id}>
          <Frame />
          <SessionDialog />
          {asksToConfirm && (
            <Suspense>
              <ConfirmationDialog />
            </Suspense>
          )}
          <Toaster />
          <Announcer />
        </LiveEvents>
      </QueryClientProvider>
    </WorkspaceContext>
  )
}

function Frame() {
  const [overlay, setOverlay] = useState<'palette' | 'help' | null>(null)
  const held = useRef<EarlyKeys>(null)
  const show = (next: 'palette' | 'help') => {
    held.current?.release()
    held.current = next === 'palette' ? holdKeys() : null
    setOverlay(next)
  }
  useShellCommands(show)
  const find = useFinder()
  const { missingTexts } = useRouteContext({ from: '/signed-in' })
  const router = useRouter()
  useEffect(() => loadScreensWhenIdle(router), [router])
  const close = (open: boolean) => setOverlay((before) => (open ? before : null))
  return (
    <div className="flex h-dvh flex-col">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:start-2 focus:top-2 focus:z-50 focus:rounded-md focus:bg-raised focus:px-3 focus:py-2 focus:shadow-lg"
      >
        <Trans>Skip to content</Trans>
      </a>
      <TestStripes />
      <TopBar onPalette={() => show('palette')} onHelp={() => show('help')} />
      <OfflineBanner />
      <div className="flex min-h-0 grow">
        <div className="w-52 shrink-0 overflow-y-auto border-e bg-surface max-md:hidden">
          <Sidebar />
        </div>
        <main id="main" tabIndex={-1} className="relative min-w-0 grow overflow-y-auto focus-visible:outline-none">
          {missingTexts ? <PageError error={new ScreenUnavailable()} reset={noop} /> : <Outlet />}
        </main>
      </div>
      <BottomBar />
      <Shortcuts />
      <Suspense>
        {overlay === 'palette' && <Palette onOpenChange={close} find={find} held={held.current} />}
        {overlay === 'help' && <HelpDialog open onOpenChange={close} />}
      </Suspense>
    </div>
  )
}

function TopBar({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }) {
  return (
    <header className="flex h-12 shrink-0 items-center gap-2 border-b bg-surface px-2">
      <img src="/console/icon.svg" alt="" className="ms-1.5 size-6" />
      <EnvironmentSwitch />
      <span className="grow" />
      <ConnectionBadge connection={useConnection()} />
      <Button variant="secondary" onClick={onPalette} className="text-muted">
        <Search aria-hidden />
        <span className="max-sm:sr-only">
          <Trans>Commands</Trans>
        </span>
        <span className="max-sm:hidden" aria-hidden>
          <Kbd>{isMac() ? '⌘K' : 'Ctrl K'}</Kbd>
        </span>
      </Button>
      <UserMenu onHelp={onHelp} />
    </header>
  )
}

const noop = () => undefined

/** Entries of the palette for a text: the shipment of that ID, a search. */
function useFinder(): (text: string) => Command[] {
  const { t } = useLingui()
  const navigate = useNavigate()
  return (text) => {
    if (/^shp_[0-9a-z]{26}$/.test(text)) {
      const run = () => void navigate({ to: '/shipments/$shipmentId', params: { shipmentId: text } })
      return [{ id: 'find.shipment', title: t`Open shipment ${text}`, group: t`Go to`, run }]
    }
    if (!isSearchable(text)) return []
    const run = () => void navigate({ to: '/shipments', search: { q: text } })
    return [{ id: 'find.search', title: t`Search shipments for “${text}”`, group: t`Go to`, run }]
  }
}

function useShellCommands(show: (overlay: 'palette' | 'help') => void): void {
  const { t } = useLingui()
  const navigate = useNavigate()
  useCommands([
    ...useScreens().map(({ to, label, shortcut }) => ({
      id: `go${to}`,
      title: label,
      group: t`Go to`,
      shortcut,
      run: () => void navigate({ to }),
    })),
    ...useDestinations(),
    { id: 'help', title: t`Keyboard shortcuts`, group: t`Help`, shortcut: '?', run: () => show('help') },
    {
      id: 'palette',
      title: t`Commands`,
      group: t`Help`,
      shortcut: 'mod+k',
      keysOnly: true,
      run: () => show('palette'),
    },
  ])
}
