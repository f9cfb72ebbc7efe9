/** Pure: the guides at `/docs/<name>`. */

export const ABOUT_THE_API = 'Register shipments, compare carriers, book a delivery and follow it to the door.'

/** In three groups, in the order of the navigation. `errors` has its own page, which begins with the guide. */
export const guideGroups = [
  {
    title: 'Start',
    purpose: 'from the first call to the first delivery',
    names: ['first-shipment', 'testing', 'sdk', 'cli', 'webhooks', 'going-live'],
  },
  {
    title: 'Build',
    purpose: 'one task each',
    names: [
      'changing-and-cancelling',
      'shipping-abroad',
      'returns',
      'batches',
      'on-demand',
      'carrier-accounts',
      'own-fleet',
      'mcp',
      'migrating',
    ],
  },
  {
    title: 'Rules',
    purpose: 'what holds in every call',
    names: ['authentication', 'errors', 'idempotency', 'pagination', 'time-and-money', 'types'],
  },
] as const
export const guideNames = guideGroups.flatMap(({ names }): readonly GuideName[] => names)
export type GuideName = (typeof guideGroups)[number]['names'][number]

export const titles: Record<GuideName, string> = {
  'first-shipment': 'First shipment',
  authentication: 'API keys',
  testing: 'Testing',
  sdk: 'SDK',
  cli: 'Command line',
  webhooks: 'Webhooks',
  'time-and-money': 'Time and money',
  'changing-and-cancelling': 'Changing and cancelling',
  'shipping-abroad': 'Shipping abroad',
  returns: 'Returns',
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

/** Links to the guides of each group, as Markdown. */
export const guideLinks = guideGroups
  .map(({ title, purpose, names }) => {
    const links = names.map((name) => `[${titles[name]}](/docs/${name})`).join(' · ')
    return `- **${title}** (${purpose}): ${links}`
  })
  .join('\n')
