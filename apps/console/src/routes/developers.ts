import { createRoute } from '@tanstack/react-router'
import { lazyScreen } from '../session/lazy-screen.ts'
import { signedInRoute } from './signed-in.ts'

const TABS = ['keys', 'webhooks', 'events', 'catalogue', 'log', 'simulator'] as const
const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const
const CLASSES = ['2xx', '4xx', '5xx'] as const

interface DevelopersSearch {
  tab?: (typeof TABS)[number]
  /** The form of a new key or endpoint is open. */
  create?: true
  endpoint?: string
  delivery?: string
  type?: string
  subject?: string
  event?: string
  method?: (typeof METHODS)[number]
  answer?: (typeof CLASSES)[number]
  request?: string
  /** The log has the calls by which the console reads, too. */
  all?: true
  call?: string
}

const oneOf = <T extends string>(values: readonly T[], value: unknown): T | undefined =>
  values.find((one) => one === value)
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined)

function validateSearch(search: Record<string, unknown>): DevelopersSearch {
  return {
    tab: oneOf(TABS, search.tab),
    create: search.create === true || undefined,
    endpoint: text(search.endpoint),
    delivery: text(search.delivery),
    type: text(search.type),
    subject: text(search.subject),
    event: text(search.event),
    method: oneOf(METHODS, search.method),
    answer: oneOf(CLASSES, search.answer),
    request: text(search.request),
    all: search.all === true || undefined,
    call: text(search.call),
  }
}

export const developerRoutes = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/developers',
    validateSearch,
    component: lazyScreen(() => import('../features/developers/developers-page.tsx'), 'DevelopersPage'),
  }),
]
