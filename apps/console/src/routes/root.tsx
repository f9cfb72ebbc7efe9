import { createRootRoute, Outlet } from '@tanstack/react-router'
import { allFeatures, loadTexts } from '../i18n/language.ts'

/** The first part of a path → the features whose texts its screens show. All of them for a part that is not here. */
const featuresByPath: Record<string, readonly string[]> = {
  '': ['today'],
  'sign-in': ['account'],
  'accept-invitation': ['account'],
  'reset-password': ['account'],
  account: ['account'],
  shipments: ['shipments', 'shipment'],
  ship: ['ship'],
  print: ['print'],
  developers: ['developers'],
  carriers: ['carriers'],
  settings: ['settings', 'account'],
}

export const rootRoute = createRootRoute({
  component: Outlet,
  beforeLoad: ({ location }) => loadTexts(featuresByPath[location.pathname.split('/')[1] ?? ''] ?? allFeatures()),
})
