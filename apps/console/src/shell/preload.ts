/** Loads the files of the other screens once the first one is there, so that they open at once and without a connection. */
import type { AnyRouter } from '@tanstack/react-router'
import { allFeatures, loadTexts } from '../i18n/language.ts'

const PAUSE_MS = 5_000

/** Not for people who pay for each megabyte. Returns what stops it. */
export function loadScreensWhenIdle(router: AnyRouter): (() => void) | undefined {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData || typeof requestIdleCallback !== 'function') return undefined
  const timer = setTimeout(() => requestIdleCallback(() => void loadScreens(router)), PAUSE_MS)
  return () => clearTimeout(timer)
}

/** A file that fails is loaded again when its screen is opened. */
async function loadScreens(router: AnyRouter): Promise<void> {
  const routes = Object.values(router.routesById).map((route) => router.loadRouteChunk(route as never))
  await Promise.allSettled([...routes, loadTexts(allFeatures()), import('../commands/palette.tsx')])
}
