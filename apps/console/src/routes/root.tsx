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
  costs: ['costs'],
  developers: ['developers'],
  carriers: ['carriers'],
  settings: ['settings', 'account'],
}

/** Whether a page has been shown. */
let isStarted = false

export const rootRoute = createRootRoute({
  component: Outlet,
  /** Without its texts, a screen fails alone: the frame around it stays. */
  beforeLoad: async ({ location }): Promise<{ missingTexts: unknown }> => {
    try {
      await loadTexts(featuresByPath[location.pathname.split('/')[1] ?? ''] ?? allFeatures())
      isStarted = true
      return { missingTexts: null }
    } catch (error) {
      if (!isStarted) throw error
      return { missingTexts: error }
    }
  },
})
