import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../session/lazy-screen.ts'
import { signedInRoute } from './signed-in.ts'

declare module '@tanstack/history' {
  interface HistoryState {
    /** Shipments that are chosen to be booked: too many for an address. */
    shipmentIds?: string[]
  }
}

interface PrintSearch {
  tab?: 'book' | 'day'
  /** Which offer is booked for many shipments: `fastest`, `swift/`, `swift/swift_next`. */
  rule?: string
  /** Batches of the run that is shown, with points between them. */
  batch?: string
}

export const printRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/print',
    validateSearch: ({ tab, rule, batch }): PrintSearch => ({
      tab: tab === 'book' || tab === 'day' ? tab : undefined,
      rule: typeof rule === 'string' ? rule : undefined,
      batch: typeof batch === 'string' ? batch : undefined,
    }),
    component: lazyScreen(() => import('../features/print/print-page.tsx'), 'PrintPage'),
  }),
]
