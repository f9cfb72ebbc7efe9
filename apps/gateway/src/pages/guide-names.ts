/** Pure: the guides at `/docs/<name>`. */

/** In the order of the navigation. `errors` has its own page, which begins with the guide. */
export const guideNames = [
  'authentication',
  'testing',
  'webhooks',
  'time-and-money',
  'changing-and-cancelling',
  'on-demand',
  'carrier-accounts',
  'own-fleet',
  'errors',
  'types',
] as const
export type GuideName = (typeof guideNames)[number]

export const titles: Record<GuideName, string> = {
  authentication: 'Keys and access tokens',
  testing: 'Testing',
  webhooks: 'Webhooks',
  'time-and-money': 'Time and money',
  'changing-and-cancelling': 'Changing and cancelling',
  'on-demand': 'On-demand couriers',
  'carrier-accounts': 'Carrier accounts',
  'own-fleet': 'Own drivers',
  errors: 'Errors',
  types: 'Types',
}

/** Links to the guides, as Markdown. */
export const guideLinks = guideNames.map((name) => `[${titles[name]}](/docs/${name})`).join(' · ')
