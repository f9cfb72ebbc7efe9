/** The screens of docs/console.md, in its order. */
import type { Page } from 'playwright-core'
import type { DemoShop } from './demo-shop.ts'

interface Screen {
  /** Name of the file, and on the command line. */
  name: string
  /** Under /console. */
  path: (shop: DemoShop) => string
  /** Steps before the picture is taken, and the text that must be there. */
  prepare?: (page: Page, shop: DemoShop) => Promise<unknown>
}

export const screens: Screen[] = [
  { name: 'today', path: () => '/', prepare: (page) => page.getByRole('listitem').first().waitFor() },
  { name: 'shipments', path: () => '/shipments', prepare: (page) => page.getByRole('row').nth(3).waitFor() },
  {
    name: 'shipment',
    path: ({ onTheWay }) => `/shipments/${onTheWay}`,
    prepare: (page) => page.locator('[data-map=drawn]').waitFor(),
  },
  { name: 'ship', path: ({ unbooked }) => `/ship?shipment=${unbooked}` },
  { name: 'print', path: () => '/print' },
  { name: 'developers', path: () => '/developers?tab=log', prepare: (page) => page.getByRole('row').nth(3).waitFor() },
  { name: 'carriers', path: () => '/carriers' },
  { name: 'own-fleet', path: () => '/carriers/own-fleet' },
  { name: 'settings', path: () => '/settings' },
  { name: 'account', path: () => '/account' },
]
