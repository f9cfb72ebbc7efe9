/** Pure: the guides at `/docs/<name>`. */

/** In the order of the navigation. `errors` has its own page, which begins with the guide. */
export const guideNames = [
  'first-shipment',
  'authentication',
  'testing',
  'sdk',
  'cli',
  'webhooks',
  'time-and-money',
  'changing-and-cancelling',
  'on-demand',
  'carrier-accounts',
  'own-fleet',
  'mcp',
  'batches',
  'errors',
  'idempotency',
  'pagination',
  'types',
  'going-live',
  'migrating',
] as const
export type GuideName = (typeof guideNames)[number]

export const titles: Record<GuideName, string> = {
  'first-shipment': 'First shipment',
  authentication: 'Keys and access tokens',
  testing: 'Testing',
  sdk: 'SDK',
  cli: 'Command line',
  webhooks: 'Webhooks',
  'time-and-money': 'Time and money',
  'changing-and-cancelling': 'Changing and cancelling',
  'on-demand': 'On-demand couriers',
  'carrier-accounts': 'Carrier accounts',
  'own-fleet': 'Own drivers',
  mcp: 'Assistants',
  batches: 'Batches',
  errors: 'Errors',
  idempotency: 'Idempotency',
  pagination: 'Lists and pages',
  types: 'Types',
  'going-live': 'Going live',
  migrating: 'Coming from EasyPost or Shippo',
}

/** Links to the guides, as Markdown. */
export const guideLinks = guideNames.map((name) => `[${titles[name]}](/docs/${name})`).join(' · ')
